//! `portico import`: another engine's project becomes a site folder, which is checked at once.

use std::path::Path;
use std::process::ExitCode;

use portico_build::{BuildOptions, build};
use portico_diagnostics::{Diagnostic, Severity};
use portico_import::{REPORT_FILE, import_docusaurus, quality};

use crate::arguments::{Format, ImportArguments, ImportSource};
use crate::report;

/// Imports, says what could not be carried over, and checks what came of it.
pub(crate) fn run(arguments: &ImportArguments) -> anyhow::Result<ExitCode> {
    let ImportSource::Docusaurus { project, out } = &arguments.source;
    let imported = import_docusaurus(project, out)?;
    let dir = out.display();
    println!("imported into {dir}/: {}", imported.summary());
    for (file, notes) in &imported.notes {
        println!("\n{file}");
        for note in notes {
            println!("  - {note}");
        }
    }
    println!();
    check(out)?;
    println!("the notes are in {dir}/{REPORT_FILE} too");
    println!("next: portico dev --site {dir}");
    Ok(ExitCode::SUCCESS)
}

/// Says how well the pages came through, and shows what keeps the site from being published.
fn check(site: &Path) -> anyhow::Result<()> {
    let options = BuildOptions {
        site: site.to_owned(),
        overrides: crate::overrides(),
        out: None,
        is_strict: false,
        cache: None,
    };
    let checked = build(&options, &|_| ())?;
    let errors: Vec<Diagnostic> =
        checked.diagnostics.iter().filter(|found| found.severity == Severity::Error).cloned().collect();
    report::print(&errors, Format::Human);
    println!("{}", quality(checked.n_pages, &checked.diagnostics).summary());
    if !checked.is_good {
        println!("the site has errors: mend them before it can be published");
    }
    Ok(())
}

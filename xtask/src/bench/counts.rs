//! Instructions of the build's stages, counted by valgrind: the same on a busy machine as on a quiet one.
//!
//! `benches/counts.toml` holds the figures that are committed. A stage that needs more than a few percent beyond them
//! fails the comparison; one that needs less asks for new figures, so that what was gained cannot be lost unseen.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Deserialize;

use super::dialect::{Dialect, write_corpus};
use super::engines::{Engine, Lab};
use crate::packages::{Program, find_or_install};
use crate::step;

/// Committed figures.
const FILE: &str = "benches/counts.toml";

/// The stages that are counted, and the function that each is inside of; the last one is the whole program.
const STAGES: [(&str, &str); 5] = [
    ("parse", "portico_markdown::parse"),
    ("highlight", "portico_markdown::highlight::highlight"),
    ("render", "portico_render::page::render_page"),
    ("search", "portico_search::index::write_index"),
    ("compress", "portico_build::compress::siblings"),
];

/// Name of the count of the whole program.
const WHOLE: &str = "build";

/// Pages of the corpus: two folders.
const N_PAGES: usize = 50;

/// How far a count may be from the committed one, in percent. Hash maps are seeded anew by each process, and the
/// system's C compiler, which builds the JavaScript engine, is not pinned.
const TOLERANCE: f64 = 5.0;

const VALGRIND: Program = Program {
    title: "valgrind",
    needed_by: "the counts of instructions",
    names: &["valgrind"],
    companion: None,
    packages: &["valgrind", "libc6-dbg"],
    variable: "VALGRIND",
};

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Write the figures to benches/counts.toml instead of comparing them.
    #[arg(long)]
    write: bool,
}

/// Committed counts.
#[derive(Deserialize)]
struct Counts {
    /// The compiler they were made with.
    rustc: String,
    /// Instructions of each stage.
    instructions: BTreeMap<String, u64>,
}

/// Counts every stage, and compares with what is committed or replaces it.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let valgrind = find_or_install(&VALGRIND)?;
    let lab = Lab::new(root);
    fs::create_dir_all(&lab.folder)?;
    lab.install(Engine::Portico)?;
    let rustc = step::output("rustc", &["--version"]).context("rustc does not tell its version")?;
    step::announce(&format!("Counting the instructions of a build of {N_PAGES} pages"));
    let counted = count(&valgrind, &lab)?;
    let file = root.join(FILE);
    if options.write {
        return fs::write(&file, render(&rustc, &counted)).with_context(|| format!("writing {FILE}"));
    }
    let text = fs::read_to_string(&file)
        .with_context(|| format!("reading {FILE}, which `cargo xtask counts --write` makes"))?;
    let committed: Counts = toml::from_str(&text).with_context(|| format!("reading {FILE}"))?;
    compare(&committed, &rustc, &counted)
}

/// The site that is counted, made anew: what is left of an earlier run would change the counts.
fn lay_out(lab: &Lab) -> anyhow::Result<PathBuf> {
    let site = lab.folder.join("counts");
    match fs::remove_dir_all(&site) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("removing {}", site.display()));
        }
        _ => fs::create_dir_all(&site)?,
    }
    for name in ["portal.toml", "sidebars.toml"] {
        fs::copy(lab.root.join("benches/engines/portico").join(name), site.join(name))?;
    }
    write_corpus(&site.join("content"), Dialect::Docusaurus, N_PAGES)?;
    Ok(site)
}

/// Builds the site once on one thread and counts.
fn count(valgrind: &Path, lab: &Lab) -> anyhow::Result<BTreeMap<String, u64>> {
    let site = lay_out(lab)?;
    let out = lab.folder.join("callgrind.out");
    let callgrind = Command::new(valgrind)
        .args(["--tool=callgrind", "--compress-strings=yes"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(lab.program(Engine::Portico))
        .args(["build", "--site", ".", "--out", "dist"])
        .current_dir(&site)
        .env("RAYON_NUM_THREADS", "1")
        .output();
    said(callgrind, "valgrind")?;
    let annotate = valgrind.with_file_name("callgrind_annotate");
    let report = Command::new(&annotate).args(["--inclusive=yes", "--threshold=100"]).arg(&out).output();
    let report = said(report, "callgrind_annotate")?;
    let mut counted = BTreeMap::from([(WHOLE.to_owned(), find(&report, "PROGRAM TOTALS")?)]);
    for (stage, function) in STAGES {
        counted.insert(stage.to_owned(), find(&report, &format!(":{function} ["))?);
    }
    Ok(counted)
}

/// What a program printed, if it ended well.
fn said(output: std::io::Result<Output>, program: &str) -> anyhow::Result<String> {
    let output = output.with_context(|| format!("cannot start {program}"))?;
    if !output.status.success() {
        bail!("{program} failed ({}):\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The count of the line that names something. A stage whose function is gone is a mistake, not a count of nothing.
fn find(report: &str, name: &str) -> anyhow::Result<u64> {
    let line = report.lines().find(|line| line.contains(name));
    let count = line.and_then(|line| line.split_whitespace().next()?.replace(',', "").parse().ok());
    count.with_context(|| {
        format!("valgrind saw no `{name}`: was the function renamed, or put inside another?")
    })
}

fn render(rustc: &str, counted: &BTreeMap<String, u64>) -> String {
    let mut text = format!(
        "# Instructions of the build's stages for {N_PAGES} pages. `cargo xtask counts --write` makes this file; say in the\n\
         # commit what the difference comes from.\nrustc = \"{rustc}\"\n\n[instructions]\n"
    );
    for (stage, instructions) in counted {
        let _ = writeln!(text, "{stage} = {instructions}");
    }
    text
}

fn compare(committed: &Counts, rustc: &str, counted: &BTreeMap<String, u64>) -> anyhow::Result<()> {
    if committed.rustc != rustc {
        bail!("{FILE} was made with {}, this is {rustc}: run `cargo xtask counts --write`", committed.rustc);
    }
    let names: Vec<&String> = committed.instructions.keys().collect();
    if names != counted.keys().collect::<Vec<_>>() {
        bail!("{FILE} has other stages than are counted: run `cargo xtask counts --write`");
    }
    let mut complaints = String::new();
    for (stage, now) in counted {
        let change = change(committed.instructions[stage], *now);
        println!("{stage:10} {change:+.1} %");
        if change.abs() > TOLERANCE {
            let _ = writeln!(
                complaints,
                "the stage `{stage}` needs {change:+.1} % instructions of what is committed"
            );
        }
    }
    if complaints.is_empty() {
        return Ok(());
    }
    bail!(
        "{complaints}more than {TOLERANCE} % either way: find out why, and if it has to be so, run `cargo xtask counts \
         --write` and give the reason in the commit"
    )
}

/// The change from one count to another in percent.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn change(before: u64, now: u64) -> f64 {
    (now as f64 / before as f64 - 1.0) * 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(parse: u64, build: u64) -> BTreeMap<String, u64> {
        BTreeMap::from([("parse".to_owned(), parse), ("build".to_owned(), build)])
    }

    fn verdict(now: &BTreeMap<String, u64>, rustc: &str) -> String {
        let committed: Counts =
            toml::from_str(&render("rustc 1", &counts(1000, 2000))).expect("it is what we read");
        compare(&committed, rustc, now).map_or_else(|error| error.to_string(), |()| "good".to_owned())
    }

    #[test]
    fn small_changes_pass_and_large_ones_are_named() {
        assert_eq!(verdict(&counts(1049, 1901), "rustc 1"), "good");
        assert!(verdict(&counts(1051, 2000), "rustc 1").contains("`parse` needs +5.1 %"));
        assert!(verdict(&counts(1000, 1890), "rustc 1").contains("`build` needs -5.5 %"));
    }

    #[test]
    fn figures_of_another_compiler_or_other_stages_are_not_compared() {
        assert!(verdict(&counts(1000, 2000), "rustc 2").contains("was made with rustc 1"));
        assert!(verdict(&BTreeMap::from([("parse".to_owned(), 1000)]), "rustc 1").contains("other stages"));
    }

    #[test]
    fn reads_what_callgrind_writes() {
        let report = "1,234 (100.0%)  PROGRAM TOTALS\n 1,000 (81.0%)  ???:a::b [/x]\n   900 (72.9%)  ???:a::b::c [/x]\n";
        assert_eq!(find(report, "PROGRAM TOTALS").expect("it is there"), 1234);
        assert_eq!(find(report, ":a::b [").expect("it is there"), 1000);
        assert!(find(report, ":a::d [").is_err());
    }
}

//! `portico build` and `portico check`.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use portico_build::{BuildOptions, Report, build as run_build};
use portico_diagnostics::{Diagnostic, Severity};
use portico_outside::Outcome;

use crate::arguments::{
    BuildArguments, CacheArguments, CheckArguments, ExternalArguments, Format, SiteArguments,
};
use crate::report;

/// Builds and publishes.
pub(crate) fn build(arguments: &BuildArguments) -> anyhow::Result<ExitCode> {
    let (report, time) = run(&arguments.site, &arguments.cache, Some(arguments.out.clone()))?;
    if report.is_good && arguments.site.format == Format::Human {
        println!(
            "{} pages in {:.2} s: {} in {} files, in {}/",
            report.n_pages,
            time.as_secs_f64(),
            report::size(report.n_bytes),
            report.n_files,
            arguments.out.display()
        );
        let stages: Vec<String> =
            report.times.iter().map(|(stage, time)| format!("{stage} {} ms", time.as_millis())).collect();
        println!("{}", stages.join(", "));
    }
    Ok(exit_code(&report))
}

/// Only checks.
pub(crate) fn check(arguments: &CheckArguments) -> anyhow::Result<ExitCode> {
    let (mut report, _) = run(&arguments.site, &arguments.cache, None)?;
    let is_human = arguments.site.format == Format::Human;
    if arguments.external.external {
        let outcome = check_outside(&report, &arguments.site, &arguments.external)?;
        let is_bad = |it: &Diagnostic| arguments.site.strict || it.severity == Severity::Error;
        report.is_good &= !outcome.diagnostics.iter().any(is_bad);
        report::print(&outcome.diagnostics, arguments.site.format);
        if is_human {
            println!(
                "{} outside addresses asked, {} known from before, {} left for the next check, {} only examples",
                outcome.n_asked, outcome.n_known, outcome.n_left, outcome.n_reserved
            );
        }
    }
    if report.is_good && is_human {
        println!("no errors in {} pages", report.n_pages);
    }
    Ok(exit_code(&report))
}

fn check_outside(
    report: &Report,
    site: &SiteArguments,
    arguments: &ExternalArguments,
) -> anyhow::Result<Outcome> {
    let cache = arguments.external_cache.clone();
    let options = portico_outside::Options {
        cache: Some(cache.unwrap_or_else(|| site.site.join(".portico/outside-links.json"))),
        pause: Duration::from_millis(arguments.external_pause),
        timeout: Duration::from_secs(arguments.external_timeout),
        limit: arguments.external_limit,
    };
    let outcome = portico_outside::check(&report.outside_links, &options, &|address| {
        progress(&format!("asking {address}"));
    });
    progress("");
    Ok(outcome?)
}

fn run(
    site: &SiteArguments,
    cache: &CacheArguments,
    out: Option<PathBuf>,
) -> anyhow::Result<(Report, Duration)> {
    let start = Instant::now();
    let options = BuildOptions {
        site: site.site.clone(),
        overrides: crate::overrides(),
        out,
        is_strict: site.strict,
        cache: cache.folder(&site.site),
    };
    let report = run_build(&options, &progress)?;
    progress("");
    for note in report.notes.iter().filter(|_| site.format == Format::Human) {
        eprintln!("note: {note}");
    }
    report::print(&report.diagnostics, site.format);
    Ok((report, start.elapsed()))
}

fn exit_code(report: &Report) -> ExitCode {
    if report.is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Shows on a terminal what is being done; the line is taken away by the next one.
pub(crate) fn progress(stage: &str) {
    let mut out = std::io::stderr();
    if out.is_terminal() {
        // A terminal that cannot be written to shows nothing; the build goes on.
        let _ = write!(out, "\r\u{1b}[2K{stage}").and_then(|()| out.flush());
    }
}

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

/// The stages that are counted, and the function that each is inside of. The compiler must not put these functions into
/// others, or their names are gone.
const STAGES: [(&str, &str); 6] = [
    ("parse", "portico_markdown::parse"),
    ("highlight", "portico_markdown::highlight::highlight"),
    ("render", "portico_render::page::render_page"),
    ("search", "portico_build::search::write_search_index"),
    ("cards", "portico_card::draw_card"),
    ("compress", "portico_build::compress::siblings"),
];

/// Name of the count of the whole program.
const WHOLE: &str = "build";

/// Pages of the corpus: two folders.
const N_PAGES: usize = 50;

/// What mends figures that no longer hold.
const REMEDY: &str = "run `cargo xtask counts --write`";

/// How far a count may be from the committed one, as a share of it. Runs of one program differ by at most 0.004, since
/// each process seeds its hash maps anew; the rest is for the system's C compiler and C library, which are not pinned.
const TOLERANCE: f64 = 0.03;

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
    if !options.write {
        return check(root);
    }
    let figures = render(&rustc()?, &count(root)?);
    fs::write(root.join(FILE), figures).with_context(|| format!("writing {FILE}"))
}

/// Counts every stage and compares with what is committed.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    let text = fs::read_to_string(root.join(FILE)).with_context(|| format!("reading {FILE}: {REMEDY}"))?;
    let committed: Counts = toml::from_str(&text).with_context(|| format!("reading {FILE}: {REMEDY}"))?;
    let rustc = rustc()?;
    if committed.rustc != rustc {
        bail!("{FILE} was made with {}, this is {rustc}: {REMEDY}", committed.rustc);
    }
    compare(&committed.instructions, &count(root)?)
}

/// Path of valgrind; installed where there is none and this process may.
pub(crate) fn valgrind() -> anyhow::Result<PathBuf> {
    find_or_install(&VALGRIND)
}

fn rustc() -> anyhow::Result<String> {
    step::output("rustc", &["--version"]).context("rustc does not tell its version")
}

/// Builds the release and counts what it does.
fn count(root: &Path) -> anyhow::Result<BTreeMap<String, u64>> {
    let valgrind = valgrind()?;
    let lab = Lab::new(root);
    fs::create_dir_all(&lab.folder)?;
    lab.install(Engine::Portico)?;
    step::announce(&format!("Counting the instructions of a build of {N_PAGES} pages"));
    count_build(&valgrind, &lab)
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
fn count_build(valgrind: &Path, lab: &Lab) -> anyhow::Result<BTreeMap<String, u64>> {
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

/// Holds counts against the committed ones, and complains of every stage that is too far from its own.
fn compare(committed: &BTreeMap<String, u64>, counted: &BTreeMap<String, u64>) -> anyhow::Result<()> {
    if !committed.keys().eq(counted.keys()) {
        bail!("{FILE} has other stages than are counted: {REMEDY}");
    }
    let mut complaints = String::new();
    for (stage, now) in counted {
        let before = committed[stage];
        let ratio = ratio(before, *now);
        println!("{stage:10} {ratio:.3} × {before} instructions");
        if (ratio - 1.0).abs() > TOLERANCE {
            let _ = writeln!(
                complaints,
                "`{stage}` needs {ratio:.3} × the instructions committed: {now} instead of {before}"
            );
        }
    }
    if complaints.is_empty() {
        return Ok(());
    }
    bail!(
        "{complaints}{:.0} % either way are allowed. Find out why; if it has to be so, or is a gain, {REMEDY}, and give the \
         reason in the commit",
        TOLERANCE * 100.0
    )
}

/// How many times as much one count is as another.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn ratio(before: u64, now: u64) -> f64 {
    now as f64 / before as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(parse: u64, build: u64) -> BTreeMap<String, u64> {
        BTreeMap::from([("parse".to_owned(), parse), ("build".to_owned(), build)])
    }

    fn verdict(now: &BTreeMap<String, u64>) -> String {
        let written = render("rustc 1", &counts(1000, 2000));
        let committed: Counts = toml::from_str(&written).expect("it is what we read");
        assert_eq!(committed.rustc, "rustc 1");
        compare(&committed.instructions, now).map_or_else(|error| error.to_string(), |()| "good".to_owned())
    }

    #[test]
    fn small_changes_pass() {
        assert_eq!(verdict(&counts(1029, 1941)), "good");
    }

    #[test]
    fn a_figure_that_is_exceeded_or_much_undercut_fails_with_its_ratio_and_the_remedy() {
        let heavier = verdict(&counts(1031, 2000));
        assert!(
            heavier
                .starts_with("`parse` needs 1.031 × the instructions committed: 1031 instead of 1000\n3 %"),
            "{heavier}"
        );
        assert!(heavier.contains("run `cargo xtask counts --write`"), "{heavier}");
        let lighter = verdict(&counts(1000, 1900));
        assert!(lighter.starts_with("`build` needs 0.950 ×") && !lighter.contains("parse"), "{lighter}");
    }

    #[test]
    fn other_stages_are_not_compared() {
        let other = verdict(&BTreeMap::from([("parse".to_owned(), 1000)]));
        assert!(other.contains("other stages") && other.contains("cargo xtask counts --write"), "{other}");
    }

    #[test]
    fn reads_what_callgrind_writes() {
        let report = "1,234 (100.0%)  PROGRAM TOTALS\n 1,000 (81.0%)  ???:a::b [/x]\n   900 (72.9%)  ???:a::b::c [/x]\n";
        assert_eq!(find(report, "PROGRAM TOTALS").expect("it is there"), 1234);
        assert_eq!(find(report, ":a::b [").expect("it is there"), 1000);
        assert!(find(report, ":a::d [").is_err());
    }
}

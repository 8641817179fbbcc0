//! `cargo xtask bench`: one corpus, built by Portico and by other engines, and what each needed for it.

mod corpus;
pub(crate) mod counts;
mod dialect;
mod engines;
mod measure;
pub(crate) mod navigation;
mod output;
mod random;
mod report;
mod samples;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use clap::Args;

use self::engines::{Engine, Lab};
use self::measure::measure;
use self::output::{find_document, first_load, weigh};
use self::report::{Circumstances, Measured, report};
use crate::step;

/// Where the figures are committed.
const REPORT: &str = "docs/benchmarks.md";

/// The page whose first load is measured: one in the middle of a folder.
const WEIGHED_PAGE: usize = 12;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Sizes of the corpus.
    #[arg(long, value_delimiter = ',', default_values_t = [50, 1000, 5000])]
    pages: Vec<usize>,
    /// Runs of each build; the report has the median.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Engines to install first, from their registries, into target/bench/peers.
    #[arg(long, value_delimiter = ',')]
    with: Vec<Engine>,
    /// Engines to measure; all that are installed, if none is named.
    #[arg(long, value_delimiter = ',')]
    only: Vec<Engine>,
    /// Largest size for the engines from npm, which need minutes for what takes others seconds.
    #[arg(long, default_value_t = 1000)]
    most_pages_for_npm: usize,
    /// Write docs/benchmarks.md.
    #[arg(long)]
    write: bool,
}

/// All engines, in the order of the report.
const ALL: [Engine; 6] =
    [Engine::Portico, Engine::Mdbook, Engine::Hugo, Engine::Vitepress, Engine::Docusaurus, Engine::Starlight];

pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    if options.runs == 0 || options.pages.contains(&0) {
        bail!("a benchmark needs at least one run and one page");
    }
    let lab = Lab::new(root);
    fs::create_dir_all(&lab.folder)?;
    options.with.iter().try_for_each(|engine| lab.install(*engine))?;
    let wanted = |engine: &Engine| options.only.is_empty() || options.only.contains(engine);
    if wanted(&Engine::Portico) {
        lab.install(Engine::Portico)?;
    }
    let engines: Vec<Engine> =
        ALL.into_iter().filter(|engine| wanted(engine) && lab.is_installed(*engine)).collect();
    if let Some(missing) = options.only.iter().find(|engine| !engines.contains(engine)) {
        bail!("{} is not installed: add `--with {}`", missing.name(), missing.name().to_lowercase());
    }
    let mut measured = Vec::new();
    let mut corpora = BTreeMap::new();
    for n_pages in options.pages.iter().copied().collect::<BTreeSet<_>>() {
        for engine in &engines {
            let is_slow = matches!(engine, Engine::Vitepress | Engine::Docusaurus | Engine::Starlight);
            if is_slow && n_pages > options.most_pages_for_npm {
                continue;
            }
            let (row, n_bytes) = measure_engine(&lab, *engine, n_pages, options.runs)?;
            if *engine == Engine::Portico {
                corpora.insert(n_pages, n_bytes);
            }
            measured.push(row);
        }
    }
    lab.clear_aside()?;
    let versions = engines.iter().map(|engine| Ok((*engine, lab.version(*engine)?)));
    let circumstances = Circumstances {
        machine: machine(),
        date: step::output("date", &["+%Y-%m-%d"]).unwrap_or_default(),
        command: command(),
        versions: versions.collect::<anyhow::Result<_>>()?,
        corpora,
    };
    let text = report(&measured, &circumstances);
    println!("{text}");
    if options.write {
        fs::write(root.join(REPORT), &text).with_context(|| format!("writing {REPORT}"))?;
    }
    Ok(())
}

/// Builds one corpus with one engine some times; gives the size of its pages too.
fn measure_engine(
    lab: &Lab,
    engine: Engine,
    n_pages: usize,
    n_runs: usize,
) -> anyhow::Result<(Measured, usize)> {
    step::announce(&format!("{}, {n_pages} pages", engine.name()));
    let project = lab.prepare(engine, n_pages)?;
    let log = lab.folder.join(format!("{}-{n_pages}.log", engine.name().to_lowercase()));
    let mut runs = Vec::new();
    for _ in 0..n_runs {
        project.clean()?;
        let cost = measure(&project.command, &project.folder, &project.variables, &log)?;
        println!(
            "CPU {:.2} s, wall {:.2} s, {:.0} MB, load {:.1}",
            cost.cpu, cost.wall, cost.memory, cost.load
        );
        runs.push(cost);
    }
    lab.note_built(engine, n_pages)?;
    let output = weigh(&project.out)?;
    let slug = corpus::path(WEIGHED_PAGE.min(n_pages - 1));
    let document = find_document(&project.out, slug.rsplit('/').next().unwrap_or(&slug))?;
    let first_load = first_load(&project.out, &document)?;
    Ok((Measured { engine, n_pages, runs, output, first_load }, project.written.n_bytes))
}

/// The command as it was given.
fn command() -> String {
    let arguments: Vec<String> = env::args().skip(1).collect();
    format!("cargo xtask {}", arguments.join(" "))
}

/// Processor, cores, memory and system, as Linux tells them.
fn machine() -> String {
    let field = |file: &str, name: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let processor = field("/proc/cpuinfo", "model name").unwrap_or_else(|| "an unknown processor".to_owned());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let memory = field("/proc/meminfo", "MemTotal")
        .and_then(|memory| memory.trim_end_matches(" kB").parse::<u64>().ok())
        .map_or("memory unknown".to_owned(), |kilobytes| format!("{} GB", kilobytes / 1_000_000));
    let system = step::output("uname", &["-sr"]).unwrap_or_else(|| env::consts::OS.to_owned());
    format!("{processor}, {cores} cores, {memory}, {system}")
}

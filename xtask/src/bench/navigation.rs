//! `cargo xtask navigation`: moving between pages and first loads, of the same corpus built by Portico and by the engines
//! that move on the client too. Chromium is driven by `benches/navigation`.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::{Value, json};

use super::engines::{Engine, Lab};
use super::measure::measure;
use super::{command, machine};
use crate::{chromium, step};

/// Where the figures are committed.
const REPORT: &str = "docs/benchmarks-navigation.md";

/// Who is compared: all that move between pages without loading a document.
const ENGINES: [Engine; 3] = [Engine::Portico, Engine::Docusaurus, Engine::Vitepress];

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Pages in the sidebar in which links are followed.
    #[arg(long, default_value_t = 1000)]
    pages: usize,
    /// Pages in the sidebar of the first loads; links are followed in one of these sites.
    #[arg(long, value_delimiter = ',', default_values_t = [50, 1000, 5000])]
    first_loads: Vec<usize>,
    /// Largest size for the engines from npm.
    #[arg(long, default_value_t = 1000)]
    most_pages_for_npm: usize,
    /// Clicks of each engine, both loading ahead and not.
    #[arg(long, default_value_t = 36)]
    clicks: usize,
    /// Engines to install first, from npm, into target/bench/peers.
    #[arg(long, value_delimiter = ',')]
    with: Vec<Engine>,
    /// Build the other engines' sites again, though they were built before.
    #[arg(long)]
    fresh: bool,
    /// Write docs/benchmarks-navigation.md.
    #[arg(long)]
    write: bool,
}

/// Builds what is missing, and measures.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    if !options.first_loads.contains(&options.pages) {
        bail!("--first-loads must have the size of --pages, {}", options.pages);
    }
    if let Some(stranger) = options.with.iter().find(|engine| !ENGINES.contains(engine)) {
        bail!("{} loads a document for every page: there is nothing to measure", stranger.name());
    }
    let chromium = chromium::chromium()?;
    let lab = Lab::new(root);
    fs::create_dir_all(&lab.folder)?;
    options.with.iter().chain([&Engine::Portico]).try_for_each(|engine| lab.install(*engine))?;
    let mut sites = Vec::new();
    for engine in ENGINES.into_iter().filter(|engine| lab.is_installed(*engine)) {
        for n_pages in &options.first_loads {
            if engine == Engine::Portico || *n_pages <= options.most_pages_for_npm {
                sites.push(build(&lab, engine, *n_pages, options.fresh)?);
            }
        }
    }
    let circumstances = json!({
        "command": command(),
        "date": step::output("date", &["+%Y-%m-%d"]).unwrap_or_default(),
        "machine": machine(),
        "sites": sites,
    });
    lab.clear_aside()?;
    step::announce("Following links in Chromium");
    let mut node = Command::new("node");
    node.arg("benches/navigation/run.mjs")
        .args(["--pages", &options.pages.to_string(), "--clicks", &options.clicks.to_string()])
        .arg("--chromium")
        .arg(chromium);
    if options.write {
        node.args(["--write", REPORT]);
    }
    let mut running = node
        .current_dir(root)
        .stdin(Stdio::piped())
        .spawn()
        .context("cannot start `node`: is it installed?")?;
    let mut input = running.stdin.take().context("the measurement takes no input")?;
    input.write_all(circumstances.to_string().as_bytes())?;
    drop(input);
    let status = running.wait()?;
    if !status.success() {
        bail!("benches/navigation/run.mjs failed ({status})");
    }
    Ok(())
}

/// Builds one site. Since a peer's takes minutes, it is used again if the same version built it from the same files.
fn build(lab: &Lab, engine: Engine, n_pages: usize, is_fresh: bool) -> anyhow::Result<Value> {
    if engine == Engine::Portico || is_fresh || !lab.is_built(engine, n_pages)? {
        step::announce(&format!("{}, {n_pages} pages", engine.name()));
        let project = lab.prepare(engine, n_pages)?;
        project.clean()?;
        let log = lab.folder.join(format!("{}-{n_pages}.log", engine.name().to_lowercase()));
        measure(&project.command, &project.folder, &project.variables, &log)?;
        lab.note_built(engine, n_pages)?;
    }
    let (version, folder) = (lab.version(engine)?, lab.out(engine, n_pages));
    Ok(json!({ "engine": engine.name(), "version": version, "nPages": n_pages, "folder": folder }))
}

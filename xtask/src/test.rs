//! Every check and test, in the order of what fails soonest.

use std::path::Path;

use clap::ValueEnum;

use crate::bench::counts;
use crate::{chromium, codegen, deny, servers, step, third_party, tidy, web};

/// A part of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Formatting, layers, generated files, clippy.
    Lint,
    /// Rust unit, snapshot and property tests, and the documentation's examples.
    Rust,
    /// TypeScript types, lints and component tests.
    Web,
    /// nginx and Caddy with the rules that a build writes, against the table that our own server is tested with.
    Hosts,
    /// The portal builds without a warning.
    Portal,
    /// The build's stages need no more instructions than is committed.
    Counts,
    /// The portal in a real browser.
    Browser,
}

const ALL: [Part; 7] =
    [Part::Lint, Part::Web, Part::Rust, Part::Hosts, Part::Portal, Part::Counts, Part::Browser];

/// Runs the named parts, or all of them.
pub(crate) fn run(root: &Path, only: &[Part]) -> anyhow::Result<()> {
    web::build(root)?;
    for part in ALL.into_iter().filter(|part| only.is_empty() || only.contains(part)) {
        match part {
            Part::Lint => lint(root)?,
            Part::Rust => rust(root)?,
            Part::Web => frontend(root)?,
            Part::Hosts => hosts(root)?,
            Part::Portal => portal(root)?,
            Part::Counts => counts::check(root)?,
            Part::Browser => browser(root)?,
        }
    }
    step::announce("All is well");
    Ok(())
}

fn lint(root: &Path) -> anyhow::Result<()> {
    step::announce("Checking layers, dependencies and generated files");
    tidy::check(root)?;
    codegen::check(root)?;
    third_party::check(root)?;
    deny::check(root)?;
    step::announce("Checking formatting and lints of the Rust code");
    step::run(root, "cargo", &["fmt", "--all", "--check"])?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"];
    step::run(root, "cargo", &clippy)
}

fn rust(root: &Path) -> anyhow::Result<()> {
    step::announce("Running the Rust tests");
    step::run(root, "cargo", &["test", "--workspace", "--quiet"])?;
    step::announce("Building the Rust documentation");
    let documentation = ["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"];
    step::run_with(root, "cargo", &documentation, &[("RUSTDOCFLAGS", "--deny warnings")])
}

fn frontend(root: &Path) -> anyhow::Result<()> {
    let web = root.join("web");
    step::announce("Checking types and lints of the frontend");
    step::run(&web, "npm", &["run", "--silent", "check"])?;
    step::announce("Running the frontend's tests");
    step::run(&web, "npm", &["run", "--silent", "test"])
}

fn hosts(root: &Path) -> anyhow::Result<()> {
    let (nginx, caddy) = (servers::nginx()?, servers::caddy()?);
    step::announce("Holding nginx and Caddy against our own server");
    let variables = [("E2E_NGINX", &*nginx.to_string_lossy()), ("E2E_CADDY", &*caddy.to_string_lossy())];
    let test = ["test", "--package", "portico-server", "--test", "hosts", "--quiet"];
    step::run_with(root, "cargo", &test, &variables)?;
    if step::output("systemd-analyze", &["--version"]).is_none() {
        println!("There is no systemd here: deploy/portico.service is not checked.");
        return Ok(());
    }
    step::announce("Weighing the systemd unit: an exposure of 1.5 at most");
    let unit = root.join("deploy/portico.service");
    let unit = unit.to_string_lossy();
    let weigh = ["security", "--offline=true", "--threshold=15", "--no-pager", &unit];
    match step::output("systemd-analyze", &weigh) {
        Some(_) => Ok(()),
        None => step::run(root, "systemd-analyze", &weigh),
    }
}

fn portal(root: &Path) -> anyhow::Result<()> {
    step::announce("Building portico (release)");
    step::run(root, "cargo", &["build", "--release", "--package", "portico-cli"])?;
    step::announce("Building the portal, warnings counted as errors");
    let portico = root.join("target/release/portico");
    step::run(root, &portico.to_string_lossy(), &["build", "--site", "site", "--out", "dist", "--strict"])
}

fn browser(root: &Path) -> anyhow::Result<()> {
    let chromium = chromium::chromium()?;
    step::announce("Running the browser tests");
    let variables = [("E2E_CHROMIUM", &*chromium.to_string_lossy())];
    step::run_with(&root.join("web"), "npm", &["run", "--silent", "e2e"], &variables)
}

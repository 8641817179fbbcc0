//! The project's own chores: `cargo xtask <command>`.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "chores touch the disk and talk to people"
)]

mod bench;
mod chromium;
mod codegen;
mod deny;
mod dependencies;
mod fingerprint;
mod packages;
mod servers;
mod step;
mod test;
mod third_party;
mod tidy;
mod web;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's own chores.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what the frontend needs, build everything, build the portal and serve it on port 3000.
    Start {
        /// Port to serve on.
        #[arg(long, default_value_t = 3000)]
        port: u16,
    },
    /// Run every check and test, the browser's included.
    Test {
        /// Run only the named parts: lint, web, rust, hosts, portal, counts, browser.
        #[arg(long, value_delimiter = ',')]
        only: Vec<test::Part>,
    },
    /// Write what is generated from the code: the TypeScript contract, the explanations of diagnostics.
    Codegen {
        /// Fail instead of writing if a committed file is stale.
        #[arg(long)]
        check: bool,
    },
    /// Check the rules that no compiler checks: layers, and a reason for every dependency.
    Tidy,
    /// Check licences, bans and sources of the Rust dependencies (`cargo deny`, by the rules in `deny.toml`).
    Deny,
    /// Ask `RustSec` and npm for known vulnerabilities in what we depend on.
    ///
    /// Exit codes: 0 nothing known, 1 advisories found, 3 a database could not be reached.
    Advisories,
    /// Write `THIRD_PARTY.md`: the licences of everything that is shipped.
    ThirdParty {
        /// Fail instead of writing if the committed file is stale.
        #[arg(long)]
        check: bool,
    },
    /// Build a corpus with Portico and with other engines, and compare what each needed for it.
    Bench(bench::Options),
    /// Measure moving between pages and first loads in Chromium, beside other engines.
    Navigation(bench::navigation::Options),
    /// Count the instructions of the build's stages and compare them with the committed figures.
    Counts(bench::counts::Options),
    /// Build the frontend if its sources changed.
    Web,
    /// Install the programs that the tests start and that this machine lacks: Chromium, nginx, Caddy, valgrind.
    Prepare,
}

fn main() -> anyhow::Result<ExitCode> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    match Arguments::parse().command {
        Command::Start { port } => start(&root, port),
        Command::Test { only } => test::run(&root, &only),
        Command::Codegen { check: false } => codegen::write(&root),
        Command::Codegen { check: true } => codegen::check(&root),
        Command::Tidy => tidy::check(&root),
        Command::Deny => deny::check(&root),
        Command::Advisories => return deny::advisories(&root),
        Command::ThirdParty { check: false } => third_party::write(&root),
        Command::ThirdParty { check: true } => third_party::check(&root),
        Command::Bench(options) => bench::run(&root, &options),
        Command::Navigation(options) => bench::navigation::run(&root, &options),
        Command::Counts(options) => bench::counts::run(&root, &options),
        Command::Web => web::build(&root),
        Command::Prepare => prepare(),
    }?;
    Ok(ExitCode::SUCCESS)
}

fn prepare() -> anyhow::Result<()> {
    for path in [chromium::chromium()?, servers::nginx()?, servers::caddy()?, bench::counts::valgrind()?] {
        println!("{}", path.display());
    }
    Ok(())
}

fn start(root: &std::path::Path, port: u16) -> anyhow::Result<()> {
    web::build(root)?;
    step::announce("Building portico (the first time takes a few minutes)");
    step::run(root, "cargo", &["build", "--release", "--package", "portico-cli"])?;
    let portico = root.join("target/release/portico");
    let portico = portico.to_string_lossy();
    step::announce("Building the portal in site/");
    step::run(root, &portico, &["build", "--site", "site", "--out", "dist"])?;
    let address = format!("127.0.0.1:{port}");
    step::announce(&format!("Serving the portal on http://localhost:{port} (Ctrl+C ends it)"));
    step::run(root, &portico, &["serve", "--dir", "dist", "--addr", &address])
}

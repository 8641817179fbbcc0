//! The `portico` command: arguments, output and exit codes.
//!
//! Exit codes: 0 done, 1 the site has errors or cannot be read or written, 2 bad usage.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "the command line reads the environment and talks to people"
)]

mod arguments;
mod build;
mod develop;
mod import;
mod mcp;
mod new;
mod report;
mod search;
mod serve;

use std::collections::BTreeMap;
use std::process::ExitCode;

use clap::Parser as _;
use portico_config::ADMIN_KEY_VARIABLE;

use crate::arguments::{Arguments, Command};

/// A build allocates much and on all threads at once (`docs/performance.md`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::New(arguments) => new::run(&arguments),
        Command::Build(arguments) => build::build(&arguments),
        Command::Check(arguments) => build::check(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Dev(arguments) => develop::run(&arguments),
        Command::Mcp(arguments) => mcp::run(&arguments),
        Command::Search(arguments) => search::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

/// What settings need of the environment: overrides, and the secret that they must not hold.
fn overrides() -> BTreeMap<String, String> {
    let is_wanted = |name: &str| name.starts_with("PORTICO_") || name == ADMIN_KEY_VARIABLE;
    std::env::vars().filter(|(name, _)| is_wanted(name)).collect()
}

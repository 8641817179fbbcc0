//! Running other programs, with a line that says what is being done.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, bail};

/// Says what comes next.
pub(crate) fn announce(what: &str) {
    println!("\n==> {what}");
}

/// Runs a program in a folder; its output goes to the terminal. Fails if the program does.
pub(crate) fn run(folder: &Path, program: &str, arguments: &[&str]) -> anyhow::Result<()> {
    run_with(folder, program, arguments, &[])
}

/// As [`run`], with environment variables.
pub(crate) fn run_with(
    folder: &Path,
    program: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> anyhow::Result<()> {
    let status = Command::new(program)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(folder)
        .status()
        .with_context(|| format!("cannot start `{program}`: is it installed?"))?;
    if !status.success() {
        bail!("`{program} {}` failed ({status})", arguments.join(" "));
    }
    Ok(())
}

/// What a program prints, or `None` if it cannot be started or fails.
pub(crate) fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

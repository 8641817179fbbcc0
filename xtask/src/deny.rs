//! `cargo deny`: licences, bans and sources of the Rust dependencies, and known vulnerabilities of all of them.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context as _;
use serde::Deserialize;

use crate::{step, web};

/// The version that `deny.toml` is written for.
const VERSION: &str = "0.20.2";

/// Exit codes of [`advisories`] beside 0: something is known, and somebody could not be asked.
const FOUND: u8 = 1;
const UNREACHABLE: u8 = 3;

/// Checks licences, bans and sources by the rules in `deny.toml`.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    let deny = install(root)?;
    let rules = ["--locked", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"];
    step::run(root, &deny, &rules)
}

/// Looks for known vulnerabilities of the Rust crates and the npm packages. Says who could not be asked.
pub(crate) fn advisories(root: &Path) -> anyhow::Result<ExitCode> {
    let answers = [("Rust crates (RustSec)", crates(root)?), ("npm packages (npm audit)", packages(root)?)];
    println!();
    for (of, answer) in &answers {
        println!("{of}: {}", answer.wording());
    }
    let code = answers.iter().map(|(_, answer)| answer.code()).fold(0, |worst, code| match (worst, code) {
        (FOUND, _) | (_, FOUND) => FOUND,
        (worst, code) => worst.max(code),
    });
    Ok(ExitCode::from(code))
}

/// What a database of advisories says.
enum Answer {
    Clean,
    Found,
    Unreachable(String),
}

impl Answer {
    fn wording(&self) -> String {
        match self {
            Self::Clean => "nothing known".to_owned(),
            Self::Found => "advisories found, listed above".to_owned(),
            Self::Unreachable(why) => {
                format!("the database cannot be reached, so nothing is known either way ({why})")
            }
        }
    }

    fn code(&self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Found => FOUND,
            Self::Unreachable(_) => UNREACHABLE,
        }
    }
}

fn crates(root: &Path) -> anyhow::Result<Answer> {
    let deny = install(root)?;
    step::announce("Asking RustSec about the Rust crates");
    let fetched = Command::new(&deny).args(["--locked", "fetch", "db"]).current_dir(root).output()?;
    if !fetched.status.success() {
        let said = String::from_utf8_lossy(&fetched.stderr);
        let why = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no reason given");
        return Ok(Answer::Unreachable(why.trim().to_owned()));
    }
    let check = ["--locked", "check", "--disable-fetch", "advisories"];
    let status = Command::new(&deny).args(check).current_dir(root).status()?;
    Ok(if status.success() { Answer::Clean } else { Answer::Found })
}

fn packages(root: &Path) -> anyhow::Result<Answer> {
    web::require_node()?;
    step::announce("Asking npm about its packages");
    let web = root.join("web");
    let audit = Command::new("npm").args(["audit", "--json"]).current_dir(&web).output()?;
    let answer = String::from_utf8_lossy(&audit.stdout);
    let Some(n_found) = n_vulnerable(&answer) else {
        let said = String::from_utf8_lossy(&audit.stderr);
        let why = said.lines().find(|line| line.contains("audit")).unwrap_or("no reason given");
        return Ok(Answer::Unreachable(why.trim().to_owned()));
    };
    if n_found == 0 {
        return Ok(Answer::Clean);
    }
    // Again, for people. It fails, as something was found.
    Command::new("npm").args(["audit"]).current_dir(&web).status()?;
    Ok(Answer::Found)
}

/// Number of packages with known vulnerabilities in the answer of `npm audit --json`, or `None` if it is no answer.
fn n_vulnerable(answer: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Audit {
        metadata: Sums,
    }
    #[derive(Deserialize)]
    struct Sums {
        vulnerabilities: Vulnerabilities,
    }
    #[derive(Deserialize)]
    struct Vulnerabilities {
        total: u64,
    }
    serde_json::from_str(answer).ok().map(|audit: Audit| audit.metadata.vulnerabilities.total)
}

/// Path of `cargo-deny`; built from the registry's source the first time, which takes some minutes.
fn install(root: &Path) -> anyhow::Result<String> {
    let tools = root.join("target/tools");
    let deny = tools.join("bin/cargo-deny").to_string_lossy().into_owned();
    if step::output(&deny, &["--version"]).as_deref() == Some(&format!("cargo-deny {VERSION}")) {
        return Ok(deny);
    }
    step::announce(&format!("Installing cargo-deny {VERSION} in target/tools (once, some minutes)"));
    let tools = tools.to_string_lossy();
    let install =
        ["install", "--quiet", "--locked", "cargo-deny", "--version", VERSION, "--force", "--root", &tools];
    step::run(root, "cargo", &install).context("installing cargo-deny")?;
    Ok(deny)
}

#[cfg(test)]
mod tests {
    use super::n_vulnerable;

    #[test]
    fn an_audit_is_told_apart_from_an_error() {
        let clean =
            r#"{"auditReportVersion":2,"vulnerabilities":{},"metadata":{"vulnerabilities":{"total":0}}}"#;
        assert_eq!(n_vulnerable(clean), Some(0));
        assert_eq!(n_vulnerable(&clean.replace(":0}", ":3}")), Some(3));
        assert_eq!(n_vulnerable(r#"{"message":"405 Method Not Allowed","method":"POST"}"#), None);
        assert_eq!(n_vulnerable(""), None);
    }
}

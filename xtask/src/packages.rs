//! Programs that tests start and that only the system's packages bring: found, or installed where this process may.

use std::env;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use anyhow::bail;

use crate::step;

/// A program from the system's packages.
pub(crate) struct Program {
    /// What it is called among people.
    pub(crate) title: &'static str,
    /// What needs it, as the subject of a sentence.
    pub(crate) needed_by: &'static str,
    /// File names under which systems ship it, the likeliest first.
    pub(crate) names: &'static [&'static str],
    /// A file that belongs to it besides: an add-on from a package of its own.
    pub(crate) companion: Option<&'static str>,
    /// Debian's packages for it.
    pub(crate) packages: &'static [&'static str],
    /// Environment variable that names one instead.
    pub(crate) variable: &'static str,
}

/// How often the package manager is tried before we give up: mirrors have bad moments.
const ATTEMPTS: u32 = 3;

/// Gives the program's path; installs its packages first where it is missing and this process may.
pub(crate) fn find_or_install(program: &Program) -> anyhow::Result<PathBuf> {
    if let Some(named) = env::var_os(program.variable).map(PathBuf::from) {
        if named.is_file() {
            return Ok(named);
        }
        bail!("{} names `{}`, which is no file", program.variable, named.display());
    }
    if let Some(path) = find(program) {
        return Ok(path);
    }
    let packages = program.packages.join(" ");
    let why = match installer() {
        Err(why) => why,
        Ok(command) => {
            step::announce(&format!("Installing {} ({packages})", program.title));
            match install(&command, program.packages) {
                Err(error) => format!("installing it failed: {error:#}"),
                Ok(()) => match find(program) {
                    Some(path) => return Ok(path),
                    None => format!("it is still missing after {packages} were installed"),
                },
            }
        }
    };
    bail!(
        "{} need {}, and {why}\nhelp: install it yourself (Debian, Ubuntu: `sudo apt-get update && sudo apt-get install {packages}`), or name one in {}",
        program.needed_by,
        program.title,
        program.variable
    )
}

/// Looks where shells look, and where systems keep what only root is expected to start.
fn find(program: &Program) -> Option<PathBuf> {
    if program.companion.is_some_and(|file| !Path::new(file).exists()) {
        return None;
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> =
        env::split_paths(&path).chain(["/usr/bin", "/usr/sbin", "/sbin"].map(PathBuf::from)).collect();
    program
        .names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}

/// The words that begin a call of the package manager with the right to install, or why there are none.
fn installer() -> Result<Vec<&'static str>, String> {
    if step::output("apt-get", &["--version"]).is_none() {
        return Err("this system has no apt-get to install it with".to_owned());
    }
    // No question may be asked: nobody is there to answer.
    let quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
    if step::output("id", &["-u"]).as_deref() == Some("0") {
        return Ok(quiet.into());
    }
    if step::output("sudo", &["-n", "true"]).is_some() {
        return Ok([&["sudo", "-n"][..], &quiet].concat());
    }
    Err("only root may install it, and sudo would ask for a password".to_owned())
}

fn install(command: &[&str], packages: &[&str]) -> anyhow::Result<()> {
    let run = |arguments: &[&str]| {
        // Another package manager may be at work; mirrors may answer at the second try.
        let patient = ["-qq", "-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=300"];
        step::run(Path::new("/"), command[0], &[&command[1..], &patient, arguments].concat())
    };
    let mut attempt = 1;
    loop {
        // Package lists may be missing or name versions that are gone, so they are renewed each time.
        let result = run(&["update"])
            .and_then(|()| run(&[&["install", "--yes", "--no-install-recommends"], packages].concat()));
        match result {
            Err(error) if attempt < ATTEMPTS => eprintln!("{error:#}; once more"),
            result => return result,
        }
        sleep(Duration::from_secs(u64::from(attempt) * 5));
        attempt += 1;
    }
}

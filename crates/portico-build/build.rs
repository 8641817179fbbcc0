//! Gives the engine a fingerprint, by which what one version has kept is told from what another one understands.

#![allow(clippy::disallowed_methods, reason = "a build script reads the sources")]

use std::fs;
use std::path::Path;

/// Crates that make no pages.
const OTHERS: [&str; 3] = ["portico-cli", "portico-import", "portico-server"];

/// Folders of a crate that are not part of the program.
const ASIDE: [&str; 5] = ["benches", "docs", "examples", "snapshots", "tests"];

fn main() {
    let crates = Path::new("..");
    let mut hasher = blake3::Hasher::new();
    for name in names(crates).iter().filter(|name| !OTHERS.contains(&name.as_str())) {
        add(&crates.join(name), &mut hasher);
    }
    add(Path::new("../../Cargo.lock"), &mut hasher);
    println!("cargo::rustc-env=PORTICO_ENGINE={}", hasher.finalize().to_hex());
}

fn add(path: &Path, hasher: &mut blake3::Hasher) {
    if path.is_dir() {
        for name in names(path).iter().filter(|name| !ASIDE.contains(&name.as_str())) {
            add(&path.join(name), hasher);
        }
    } else if let Ok(bytes) = fs::read(path) {
        println!("cargo::rerun-if-changed={}", path.display());
        hasher.update(path.to_string_lossy().as_bytes());
        hasher.update(&(bytes.len() as u64).to_le_bytes()).update(&bytes);
    }
}

fn names(folder: &Path) -> Vec<String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

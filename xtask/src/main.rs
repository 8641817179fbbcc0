//! The project's own chores: `cargo xtask <command>`.
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "chores touch the disk and talk to people")]

mod codegen;

use std::path::PathBuf;

fn main() -> anyhow::Result<()> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    match std::env::args().nth(1).as_deref() {
        Some("codegen") => codegen::write(&root),
        Some("codegen-check") => codegen::check(&root),
        _ => anyhow::bail!("commands: codegen"),
    }
}

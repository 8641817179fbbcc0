//! Writes the contract as TypeScript, or checks that what is committed is what would be written.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};

/// Where the browser reads the contract.
const FOLDER: &str = "web/src/contract";

/// Writes every generated file that differs.
pub(crate) fn write(root: &Path) -> anyhow::Result<()> {
    for file in portico_contract::typescript_files() {
        let path = root.join(FOLDER).join(file.name);
        if fs::read_to_string(&path).ok().as_deref() != Some(&file.text) {
            fs::create_dir_all(root.join(FOLDER)).context("creating the contract folder")?;
            fs::write(&path, &file.text).with_context(|| format!("writing {}", path.display()))?;
            println!("wrote {FOLDER}/{}", file.name);
        }
    }
    Ok(())
}

/// Fails if a committed file is not what `write` would write.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    for file in portico_contract::typescript_files() {
        let committed = fs::read_to_string(root.join(FOLDER).join(file.name)).unwrap_or_default();
        if committed != file.text {
            bail!("{FOLDER}/{} is stale: run `cargo xtask codegen` and commit the result", file.name);
        }
    }
    Ok(())
}

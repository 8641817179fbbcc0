//! `portico mcp`.

use std::process::ExitCode;

use anyhow::anyhow;
use portico_mcp::{ServeError, serve};

use crate::arguments::McpArguments;

/// Serves until the client goes away. Standard output belongs to the protocol.
pub(crate) fn run(arguments: &McpArguments) -> anyhow::Result<ExitCode> {
    serve(&arguments.dir, env!("CARGO_PKG_VERSION")).map_err(|error| match error {
        ServeError::Site(error) => anyhow!("{error}\nhelp: publish the site with `portico build`"),
        error => error.into(),
    })?;
    Ok(ExitCode::SUCCESS)
}

//! `portico serve`.

use std::process::ExitCode;

use anyhow::anyhow;
use portico_server::{AccessLog, Limits, ServeError, ServeOptions, serve};

use crate::arguments::{Log, ServeArguments};

/// Serves until it is told to stop.
pub(crate) fn run(arguments: &ServeArguments) -> anyhow::Result<ExitCode> {
    let options = ServeOptions {
        dir: arguments.dir.clone(),
        address: arguments.addr,
        access_log: match arguments.access_log {
            Log::Off => AccessLog::Off,
            Log::Plain => AccessLog::Plain,
            Log::Json => AccessLog::Json,
        },
        limits: Limits::default(),
    };
    let dir = arguments.dir.display();
    serve(options, |address| println!("serving {dir}/ on http://{address}")).map_err(with_help)?;
    Ok(ExitCode::SUCCESS)
}

/// The message and the remedy.
pub(crate) fn with_help(error: ServeError) -> anyhow::Error {
    match error.help() {
        Some(help) => anyhow!("{error}\nhelp: {help}"),
        None => error.into(),
    }
}

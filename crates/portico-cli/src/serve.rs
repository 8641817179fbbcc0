//! `portico serve`.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::anyhow;
use portico_server::{AccessLog, HttpRedirect, Limits, ServeError, ServeOptions, TlsFiles, serve};

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
        limits: Limits {
            connections: arguments.max_connections,
            requests_per_second: arguments.max_requests_per_second,
            min_bytes_per_second: arguments.min_bytes_per_second,
            write_timeout: Duration::from_secs(arguments.write_timeout),
            ..Limits::default()
        },
        tls: tls_files(arguments),
        redirect: arguments
            .redirect_http
            .map(|address| HttpRedirect { address, https_port: arguments.https_port }),
        metrics: arguments.metrics,
        notify: |notice| eprintln!("note: {notice}"),
    };
    let dir = arguments.dir.display();
    let scheme = if options.tls.is_some() { "https" } else { "http" };
    serve(options, |address| println!("serving {dir}/ on {scheme}://{address}")).map_err(with_help)?;
    Ok(ExitCode::SUCCESS)
}

/// Certificate and key, which are given both or not at all.
fn tls_files(arguments: &ServeArguments) -> Option<TlsFiles> {
    let (certificate, key) = arguments.tls_cert.clone().zip(arguments.tls_key.clone())?;
    Some(TlsFiles { certificate, key })
}

/// The message and the remedy.
pub(crate) fn with_help(error: ServeError) -> anyhow::Error {
    match error.help() {
        Some(help) => anyhow!("{error}\nhelp: {help}"),
        None => error.into(),
    }
}

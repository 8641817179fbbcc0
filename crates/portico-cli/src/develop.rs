//! `portico dev`: joins the preview to the development server.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use portico_build::{BuildError, PreviewAnswer, PreviewSite};
use portico_diagnostics::{Severity, render_human};
use portico_server::{ChangedRoutes, DevelopOptions, Preview, PreviewResponse, PreviewUpdate, develop};

use crate::arguments::{DevArguments, Format};
use crate::report;
use crate::serve::with_help;

/// Serves a preview until it is told to stop.
pub(crate) fn run(arguments: &DevArguments) -> anyhow::Result<ExitCode> {
    let root = arguments.site.canonicalize().unwrap_or_else(|_| arguments.site.clone());
    let site = PreviewSite::open(&root, crate::overrides())?;
    // A folder that cannot be read at all is bad usage now; later it is an edit in progress.
    site.refresh()?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
    let dir = arguments.site.display();
    let ready = |address| println!("previewing {dir}/ on http://{address} (Ctrl+C ends it)");
    develop(DevelopOptions::at(address), Arc::new(SitePreview(site)), ready).map_err(with_help)?;
    Ok(ExitCode::SUCCESS)
}

struct SitePreview(PreviewSite);

impl Preview for SitePreview {
    fn respond(&self, path: &str) -> Option<PreviewResponse> {
        match self.0.answer(path) {
            Ok(answer) => answer.map(respond),
            Err(error) => Some(failed(&error)),
        }
    }

    fn not_found(&self) -> PreviewResponse {
        match self.0.not_found() {
            Ok(html) => response(404, "text/html; charset=utf-8", html),
            Err(error) => failed(&error),
        }
    }

    fn refresh(&self, _changed: &[PathBuf]) -> PreviewUpdate {
        match self.0.refresh() {
            Ok(change) => {
                report::print(&change.diagnostics, Format::Human);
                let is_error = |severity| severity == Severity::Error;
                PreviewUpdate {
                    routes: change.routes.map_or(ChangedRoutes::All, ChangedRoutes::Some),
                    n_errors: change.diagnostics.iter().filter(|it| is_error(it.severity)).count(),
                    diagnostics: change.diagnostics.iter().map(|it| render_human(it, false)).collect(),
                }
            }
            Err(error) => {
                eprintln!("error: {error}");
                PreviewUpdate {
                    diagnostics: vec![format!("error: {error}\n")],
                    n_errors: 1,
                    ..PreviewUpdate::default()
                }
            }
        }
    }

    fn watched(&self) -> Vec<PathBuf> {
        self.0.watched()
    }
}

fn respond(answer: PreviewAnswer) -> PreviewResponse {
    match answer {
        PreviewAnswer::Document(html) => response(200, "text/html; charset=utf-8", html),
        PreviewAnswer::Data(json) => response(200, "application/json", json),
        PreviewAnswer::File { path, bytes } => {
            let kind = mime_guess::from_path(&path).first_or_octet_stream();
            response(200, kind.as_ref(), bytes)
        }
        PreviewAnswer::Redirect(address) => {
            PreviewResponse { location: Some(address), ..response(301, "text/plain", Vec::new()) }
        }
    }
}

fn failed(error: &BuildError) -> PreviewResponse {
    response(500, "text/plain; charset=utf-8", format!("{error}\n"))
}

fn response(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> PreviewResponse {
    PreviewResponse {
        status,
        content_type: content_type.to_owned(),
        location: None,
        body: body.into().into(),
    }
}

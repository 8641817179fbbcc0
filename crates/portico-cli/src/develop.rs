//! `portico dev`: joins the preview to the development server.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use portico_build::{BuildError, PreviewAnswer, PreviewSite, Settled};
use portico_diagnostics::{Diagnostic, Severity, render_human};
use portico_server::{
    ChangedRoutes, DevelopOptions, Findings, Preview, PreviewResponse, PreviewUpdate, develop,
};

use crate::arguments::{DevArguments, Format};
use crate::report;
use crate::serve::with_help;

/// Serves a preview until it is told to stop.
pub(crate) fn run(arguments: &DevArguments) -> anyhow::Result<ExitCode> {
    let root = arguments.site.canonicalize().unwrap_or_else(|_| arguments.site.clone());
    // A folder that cannot be read at all is bad usage now; later it is an edit in progress.
    let site = PreviewSite::open(&root, crate::overrides(), arguments.cache.folder(&root).as_deref())?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
    let dir = arguments.site.display();
    let ready = |address| println!("previewing {dir}/ on http://{address} (Ctrl+C ends it)");
    let preview = SitePreview { site, printed: Mutex::default() };
    develop(DevelopOptions::at(address), Arc::new(preview), ready).map_err(with_help)?;
    Ok(ExitCode::SUCCESS)
}

struct SitePreview {
    site: PreviewSite,
    /// What stands on the terminal.
    printed: Mutex<Vec<Diagnostic>>,
}

impl SitePreview {
    /// Shows diagnostics on the terminal, unless they stand there already, and for the browser.
    fn show(&self, diagnostics: Vec<Diagnostic>) -> Findings {
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let findings = Findings {
            n_errors: diagnostics.iter().filter(is_error).count(),
            diagnostics: diagnostics.iter().map(|found| render_human(found, false)).collect(),
        };
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        if *printed != diagnostics {
            if diagnostics.is_empty() {
                println!("no errors any more");
            }
            report::print(&diagnostics, Format::Human);
            *printed = diagnostics;
        }
        findings
    }
}

impl Preview for SitePreview {
    fn respond(&self, path: &str) -> Option<PreviewResponse> {
        match self.site.answer(path) {
            Ok(answer) => answer.map(respond),
            Err(error) => Some(failed(&error)),
        }
    }

    fn not_found(&self) -> PreviewResponse {
        match self.site.not_found() {
            Ok(html) => response(404, "text/html; charset=utf-8", html),
            Err(error) => failed(&error),
        }
    }

    fn refresh(&self, changed: &[PathBuf]) -> PreviewUpdate {
        match self.site.refresh(changed) {
            Ok(change) => PreviewUpdate {
                routes: change.routes.map_or(ChangedRoutes::All, ChangedRoutes::Some),
                findings: change.diagnostics.map(|diagnostics| self.show(diagnostics)),
            },
            Err(error) => failure(&error),
        }
    }

    fn settle(&self) -> Option<PreviewUpdate> {
        match self.site.settle() {
            Ok(Settled::Done) => None,
            Ok(Settled::Working) => Some(PreviewUpdate::default()),
            Ok(Settled::Checked(diagnostics)) => {
                Some(PreviewUpdate { findings: Some(self.show(diagnostics)), ..PreviewUpdate::default() })
            }
            Err(error) => Some(failure(&error)),
        }
    }

    fn watched(&self) -> Vec<PathBuf> {
        self.site.watched()
    }
}

/// Says that the site cannot be made, on the terminal and in the browser.
fn failure(error: &BuildError) -> PreviewUpdate {
    eprintln!("error: {error}");
    let findings = Findings { diagnostics: vec![format!("error: {error}\n")], n_errors: 1 };
    PreviewUpdate { findings: Some(findings), ..PreviewUpdate::default() }
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

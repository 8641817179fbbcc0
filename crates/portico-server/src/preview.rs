//! What the development server asks of whoever makes the pages.

use std::path::PathBuf;

use hyper::body::Bytes;

/// A site that is answered from memory and rebuilt when its files change.
///
/// The methods may take their time: they run away from the threads that carry connections. A method that panics does
/// not end the server: the reader or the author is told, and the next change gets its chance.
pub trait Preview: Send + Sync + 'static {
    /// Answers a request path, percent-decoded and normalised, or `None` if nothing is there.
    ///
    /// The path is the whole one, with the site's base path.
    ///
    /// The server asks for a path as it was requested first, then without `.html` or `/index.html`, then with the
    /// other spelling of the last slash; an implementation need only know its routes and files as declared.
    fn respond(&self, path: &str) -> Option<PreviewResponse>;

    /// Answers a request for something that is not there.
    fn not_found(&self) -> PreviewResponse;

    /// Rebuilds after these files changed (absolute paths) and tells what changed for readers.
    ///
    /// A folder in the list stands for anything below it. Backup and swap files of editors never get here. Called once
    /// with an empty list when the server starts, for the diagnostics that stand then.
    ///
    /// An author is looking at the page meanwhile: what can wait is left to [`Preview::settle`].
    fn refresh(&self, changed: &[PathBuf]) -> PreviewUpdate;

    /// Does a part of what [`Preview::refresh`] left for later; `None` once nothing is left.
    ///
    /// Called again and again until then, or until files change. A part should not take longer than an author would
    /// notice.
    fn settle(&self) -> Option<PreviewUpdate> {
        None
    }

    /// Lists the files and folders whose changes matter (folders with all that is below them).
    ///
    /// Asked again after every refresh.
    fn watched(&self) -> Vec<PathBuf>;
}

/// An answer of a [`Preview`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewResponse {
    /// HTTP status, such as 200.
    pub status: u16,
    /// Value of `Content-Type`.
    pub content_type: String,
    /// Where a redirect leads.
    pub location: Option<String>,
    /// The body.
    pub body: Bytes,
}

/// What a rebuild changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreviewUpdate {
    /// The routes whose pages differ now.
    pub routes: ChangedRoutes,
    /// What is wrong with the site now; `None` if that is as before, or not known yet.
    pub findings: Option<Findings>,
}

/// What is wrong with a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Every diagnostic that stands now, rendered for people.
    pub diagnostics: Vec<String>,
    /// How many of them are errors.
    pub n_errors: usize,
}

/// The routes that a rebuild changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedRoutes {
    /// These and no others; none if the list is empty.
    Some(Vec<String>),
    /// Any route may have changed.
    All,
    /// Scripts or styles changed too: browsers have to load the page anew.
    Restart,
}

impl Default for ChangedRoutes {
    fn default() -> Self {
        Self::Some(Vec::new())
    }
}

//! Redirects.

use portico_diagnostics::Span;

use crate::Destination;
use crate::redirect_build::best;
use crate::redirect_file::OldPath;

/// Old paths lead on to a page or an outside address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The old path as written: `/old`, or `/old/*` for everything below `/old` (without `/old` itself).
    pub from: String,
    /// Where it leads, straight: chains are followed to their end.
    pub to: Destination,
    /// Where `from` stands in `redirects.toml`.
    pub span: Span,
    /// Where `to` stands in `redirects.toml`.
    pub to_span: Span,
    pub(crate) old: OldPath,
}

impl Redirect {
    /// Whether it stands for everything below its old path.
    pub fn is_wildcard(&self) -> bool {
        matches!(self.old, OldPath::Below(_))
    }
}

/// The redirect for a path in any spelling (escapes decoded, without query): an exact one first, else the wildcard
/// with the longest prefix.
pub fn match_redirect<'a>(redirects: &'a [Redirect], path: &str) -> Option<&'a Redirect> {
    best(redirects.iter().map(|redirect| &redirect.old), path).and_then(|at| redirects.get(at))
}

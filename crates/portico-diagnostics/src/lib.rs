//! Source files, spans and diagnostics, with terminal and JSON rendering.
//!
//! A [`Diagnostic`] is a message to the author of a site: where, what, and how to mend it. It is *not* an error type
//! for callers who must choose what to do next; those return an `enum`. Nothing here touches the disk: a
//! [`SourceFile`] is given its text.

mod code;
mod diagnostic;
mod render;
mod source;
mod suggest;

pub use code::Code;
pub use diagnostic::{Diagnostic, Label, Place, Severity, has_errors, sort};
pub use render::{render_human, render_json, summarise};
pub use source::{LineColumn, SourceFile, Span};
pub use suggest::{nearest, nearest_within};

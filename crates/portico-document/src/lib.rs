//! The parsed document: front matter, body tree, headings, links and spans.
//!
//! A [`Document`] is what a Markdown file (or, later, an OpenAPI operation) becomes before anyone knows where on the
//! site it will stand. It has no route, no HTML and no opinion on looks; it only says what the author wrote, and where.

mod body;
mod formula;
mod front_matter;
mod heading;
mod node;
mod outline;
mod packing;
mod reference;
mod slug;
mod text;

use portico_diagnostics::SourceFile;

pub use body::Body;
pub use formula::Formula;
pub use front_matter::{DisplayedSidebar, FrontMatter, PageLayout, Pagination};
pub use heading::{Heading, headings};
pub use node::{
    AdmonitionKind, AlignName, CodeBlock, CodeLine, CodePiece, Component, ElementAttribute, HeadElement,
    Image, LineMark, Link, List, ListItem, Node, NodeKind, Table, TableCell, TokenStyle,
};
pub use outline::Outline;
pub use packing::compress;
pub use reference::{IncludedAddress, Reference, Role, html_references, srcset_candidates, value_within};
pub use slug::{SlugCounter, slugify};
pub use text::{id_text, plain_text};

/// A parsed source file.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The file it was parsed from.
    pub source: SourceFile,
    /// Page id: path below `content/` without number prefixes and ending: `api/payments/make-payment`.
    pub id: String,
    /// Metadata at the head of the file.
    pub front_matter: FrontMatter,
    /// Title from the front matter, else from a leading level 1 heading, else from the file name.
    pub title: String,
    /// Description from the front matter, else the first paragraph's plain text.
    pub description: String,
    /// The content, without the leading level 1 heading that gave the title.
    pub body: Body,
    /// Elements that the author wants in the document's head: `<meta>` and `<link>`.
    pub head: Vec<HeadElement>,
    /// Names of files that the body was made from besides `source` (partials, data), relative to the site folder,
    /// sorted: a change to one of them changes this document.
    pub dependencies: Vec<String>,
    /// Where addresses are written that stand in partials, in the order in which they were read.
    pub included: Vec<IncludedAddress>,
}

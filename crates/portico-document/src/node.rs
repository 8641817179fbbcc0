//! The body tree.

use portico_diagnostics::Span;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::Formula;

/// One part of the content and the place in the source it came from.
///
/// Parts that come from another file (a partial, a data table) carry the span of the construct that brought them in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands in the document's source file.
    pub span: Span,
}

impl Node {
    /// Makes a node.
    pub fn new(kind: NodeKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// The nodes inside this one, in reading order; table cells and list items are flattened.
    pub fn children(&self) -> Vec<&Node> {
        match &self.kind {
            NodeKind::Paragraph(children)
            | NodeKind::Quote(children)
            | NodeKind::Emphasis(children)
            | NodeKind::Strong(children)
            | NodeKind::Strikethrough(children)
            | NodeKind::Heading { children, .. }
            | NodeKind::FootnoteDefinition { children, .. }
            | NodeKind::Element { children, .. } => children.iter().collect(),
            NodeKind::Admonition { title, children, .. } => title.iter().flatten().chain(children).collect(),
            NodeKind::Component(component) => component.children.iter().collect(),
            NodeKind::Link(link) => link.children.iter().collect(),
            NodeKind::List(list) => list.items.iter().flat_map(|item| &item.children).collect(),
            NodeKind::Table(table) => {
                table.head.iter().chain(table.rows.iter().flatten()).flat_map(|cell| &cell.children).collect()
            }
            NodeKind::Text(_)
            | NodeKind::InlineCode(_)
            | NodeKind::Code(_)
            | NodeKind::Image(_)
            | NodeKind::Html(_)
            | NodeKind::Diagram { .. }
            | NodeKind::Math(_)
            | NodeKind::FootnoteReference { .. }
            | NodeKind::LineBreak
            | NodeKind::ThematicBreak => Vec::new(),
        }
    }
}

/// The kinds of content. What is large is boxed: most nodes are text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum NodeKind {
    /// A paragraph.
    Paragraph(Vec<Node>),
    /// A heading with the id that links reach it by.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Explicit id, or the slug of the text made unique on the page.
        id: String,
        /// Inline content.
        children: Vec<Node>,
    },
    /// A block quote.
    Quote(Vec<Node>),
    /// A list.
    List(List),
    /// A code block.
    Code(Box<CodeBlock>),
    /// A table.
    Table(Box<Table>),
    /// A note, tip, warning and so on.
    Admonition {
        /// Its kind.
        kind: AdmonitionKind,
        /// Inline title; `None` means the kind's own word.
        title: Option<Vec<Node>>,
        /// Content.
        children: Vec<Node>,
    },
    /// A component named in the text, such as `<Tabs>`.
    Component(Box<Component>),
    /// An HTML element whose start and end were matched, written as JSX or raw HTML.
    Element {
        /// Lower-case tag name.
        tag: String,
        /// Attributes in source order.
        attributes: Vec<ElementAttribute>,
        /// Content.
        children: Vec<Node>,
    },
    /// Raw HTML that passes through as it is.
    Html(String),
    /// A diagram in text form; shown as a figure, with the text as its alternative.
    Diagram {
        /// Notation: `mermaid`.
        notation: String,
        /// The source text.
        source: String,
    },
    /// A formula.
    Math(Box<Formula>),
    /// A line across the page.
    ThematicBreak,
    /// Text as the reader sees it (entities decoded, not escaped).
    Text(String),
    /// Emphasis.
    Emphasis(Vec<Node>),
    /// Strong emphasis.
    Strong(Vec<Node>),
    /// Deleted text.
    Strikethrough(Vec<Node>),
    /// Code within a line.
    InlineCode(String),
    /// A link.
    Link(Box<Link>),
    /// An image.
    Image(Box<Image>),
    /// A hard line break.
    LineBreak,
    /// A reference to a footnote.
    FootnoteReference {
        /// Label as written.
        label: String,
    },
    /// The text of a footnote.
    FootnoteDefinition {
        /// Label as written.
        label: String,
        /// Content.
        children: Vec<Node>,
    },
}

/// A list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct List {
    /// First number of an ordered list; `None` for bullets.
    pub start: Option<u64>,
    /// Whether items are set without space between them (their single paragraphs are not wrapped in `<p>`).
    pub is_tight: bool,
    /// Items.
    pub items: Vec<ListItem>,
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListItem {
    /// State of a task list item.
    pub is_checked: Option<bool>,
    /// Content.
    pub children: Vec<Node>,
    /// Where it stands.
    pub span: Span,
}

/// The roles an admonition can have; older names map onto these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AdmonitionKind {
    /// Worth knowing (also `secondary`, `important`).
    Note,
    /// A helpful hint (also `success`).
    Tip,
    /// Background.
    Info,
    /// Be careful (also `caution`).
    Warning,
    /// Harm is possible.
    Danger,
}

impl AdmonitionKind {
    /// The kind's name in markup: `note`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Tip => "tip",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Danger => "danger",
        }
    }
}

/// A code block, highlighted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CodeBlock {
    /// Language as written, lower case; empty for none.
    pub language: String,
    /// `title="…"`.
    pub title: Option<String>,
    /// Number of the first line if line numbers are shown.
    pub first_line_number: Option<u32>,
    /// The lines, magic comments removed.
    pub lines: Vec<CodeLine>,
    /// The rest of the fence's meta text, for samples that name an operation or schema.
    pub meta: String,
}

impl CodeBlock {
    /// The code as a reader would copy it, without a final line break.
    pub fn text(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|line| line.text.as_str()).collect();
        lines.join("\n")
    }
}

/// A line of code.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CodeLine {
    /// How it stands out.
    pub mark: Option<LineMark>,
    /// Its text.
    pub text: String,
    /// The pieces that its text begins with; what comes after them has the default style.
    pub pieces: Vec<CodePiece>,
}

impl CodeLine {
    /// A line without colours.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Its text in pieces of one style each.
    pub fn styled(&self) -> impl Iterator<Item = (&str, TokenStyle)> {
        let ends = self.pieces.iter().map(|piece| piece.end as usize);
        let starts = std::iter::once(0).chain(ends.clone());
        let styles = self.pieces.iter().map(|piece| piece.style).chain([TokenStyle::default()]);
        let ends = ends.chain([self.text.len()]);
        let parts = starts.zip(ends).map(|(start, end)| &self.text[start..end]);
        parts.zip(styles).filter(|(text, _)| !text.is_empty())
    }
}

/// How a line of code stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineMark {
    /// Named by a range or a magic comment.
    Highlighted,
    /// Added, in a diff.
    Added,
    /// Removed, in a diff.
    Removed,
}

/// A piece of a line of code in one style. It starts where the one before it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodePiece {
    /// Where it ends, in bytes of the line.
    pub end: u32,
    /// Its style.
    pub style: TokenStyle,
}

/// Colours and weight of a piece of code, in both colour modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TokenStyle {
    /// Colour in light mode as `0xRRGGBB`; `None` for the default.
    pub light: Option<u32>,
    /// Colour in dark mode as `0xRRGGBB`; `None` for the default.
    pub dark: Option<u32>,
    /// Italic.
    pub is_italic: bool,
    /// Bold.
    pub is_bold: bool,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Cells of the head row.
    pub head: Vec<TableCell>,
    /// Body rows; each has as many cells as the head.
    pub rows: Vec<Vec<TableCell>>,
    /// Ids of the rows, where the table has row anchors; empty or as long as `rows`.
    pub row_ids: Vec<Option<String>>,
}

/// `left`, `center` or `right`. (An alias, since serde takes a reference for borrowed from what it reads.)
pub type AlignName = &'static str;

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableCell {
    /// `left`, `center`, `right`, or none.
    #[serde(deserialize_with = "stored_align")]
    pub align: Option<AlignName>,
    /// Inline content.
    pub children: Vec<Node>,
}

/// A component named in the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Component {
    /// Name as written: `Tabs`, `BackendTabs.TabItem`.
    pub name: String,
    /// Literal properties, in source order.
    pub props: Map<String, Value>,
    /// Markdown content.
    pub children: Vec<Node>,
    /// Whether it stands within a line of text.
    pub is_inline: bool,
}

/// An attribute of an HTML element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElementAttribute {
    /// HTML name (`class`, not `className`).
    pub name: String,
    /// Value; `None` for attributes without one.
    pub value: Option<String>,
}

/// An element for a document's head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadElement {
    /// `meta` or `link`.
    pub tag: String,
    /// Attributes in source order.
    pub attributes: Vec<ElementAttribute>,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Target as written.
    pub href: String,
    /// Where the target stands in the source, for messages.
    pub href_span: Span,
    /// Tooltip.
    pub title: Option<String>,
    /// Content.
    pub children: Vec<Node>,
}

/// An image.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// Address as written.
    pub src: String,
    /// Where the address stands in the source, for messages.
    pub src_span: Span,
    /// Text alternative.
    pub alt: String,
    /// Tooltip.
    pub title: Option<String>,
}

fn stored_align<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<AlignName>, D::Error> {
    let stored = Option::<String>::deserialize(deserializer)?;
    Ok(["left", "center", "right"].into_iter().find(|align| stored.as_deref() == Some(align)))
}

//! Inline content: text, marks, code spans, links and images within one block.
//!
//! A mark is written only where `CommonMark` will read it as one: `**` beside a letter and a full stop closes nothing.
//! Where it would not be read, the text stays without it, since stray asterisks say something that the page does not.

use portico_document::{Image, Link, Node, NodeKind};

use super::block::Writer;
use super::components::lower_component;
use super::elements::{ElementRole, element_role, lower_element};
use super::escape::{Surroundings, code_span, destination, escape_text, link_title};
use super::html::text_of;

/// Where inline content stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// A paragraph.
    #[default]
    Paragraph,
    /// A heading: one line, and number signs at its end would be dropped.
    Heading,
    /// A table cell: one line, pipes escaped.
    Cell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Strong,
    Emphasis,
    Strikethrough,
}

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    /// Text, not escaped.
    Text(String),
    /// Content of a code span.
    Code(String),
    /// Finished Markdown that begins and ends with punctuation.
    Markup(String),
    Break,
    Open(Mark),
    Close(Mark),
}

impl Writer<'_> {
    /// Inline content as Markdown, without white space at either end.
    pub(super) fn inline_text(&self, nodes: &[&Node], place: Place) -> String {
        let surroundings = Surroundings { is_line_start: true, is_in_brackets: false };
        let written = self.part(nodes, place, surroundings).text;
        match place {
            Place::Paragraph => written,
            Place::Heading => escape_closing_sequence(written),
            Place::Cell => written.replace('|', "\\|"),
        }
    }

    fn part(&self, nodes: &[&Node], place: Place, surroundings: Surroundings) -> Part {
        let mut collector =
            Collector { writer: self, place, pieces: Vec::new(), open: Vec::new(), surroundings };
        collector.nodes(nodes);
        let mut visible = collector.pieces.iter().filter(|piece| !piece.is_mark());
        let first = visible.next();
        let leads = first.is_some_and(Piece::begins_with_space);
        let trails = visible.next_back().or(first).is_some_and(Piece::ends_with_space);
        Part { text: write(tidy(collector.pieces), place, surroundings), leads, trails }
    }
}

/// A finished part of a line.
struct Part {
    /// Its Markdown, without white space at either end.
    text: String,
    /// Whether there was white space before it.
    leads: bool,
    /// Whether there was white space behind it.
    trails: bool,
}

impl Piece {
    fn is_mark(&self) -> bool {
        matches!(self, Self::Open(_) | Self::Close(_))
    }

    fn begins_with_space(&self) -> bool {
        match self {
            Self::Text(text) => text.starts_with(|first: char| first.is_ascii_whitespace()),
            piece => *piece == Self::Break,
        }
    }

    fn ends_with_space(&self) -> bool {
        match self {
            Self::Text(text) => text.ends_with(|last: char| last.is_ascii_whitespace()),
            piece => *piece == Self::Break,
        }
    }
}

struct Collector<'a> {
    writer: &'a Writer<'a>,
    place: Place,
    pieces: Vec<Piece>,
    open: Vec<Mark>,
    surroundings: Surroundings,
}

impl Collector<'_> {
    fn nodes(&mut self, nodes: &[&Node]) {
        for node in nodes {
            self.node(node);
        }
    }

    fn children(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.node(node);
        }
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Text(text) => self.pieces.push(Piece::Text(text.clone())),
            NodeKind::InlineCode(code) => self.pieces.push(Piece::Code(code.clone())),
            // Between dollar signs and backticks, a formula is a formula for those who know and code for the others.
            NodeKind::Math(formula) => {
                self.pieces.push(Piece::Markup(format!("${}$", code_span(&formula.source))));
            }
            NodeKind::Emphasis(children) => self.marked(Mark::Emphasis, children),
            NodeKind::Strong(children) => self.marked(Mark::Strong, children),
            NodeKind::Strikethrough(children) => self.marked(Mark::Strikethrough, children),
            NodeKind::Link(link) => self.link(link),
            NodeKind::Image(image) => self.image(image),
            NodeKind::LineBreak => self.pieces.push(Piece::Break),
            NodeKind::FootnoteReference { label } => {
                self.pieces.push(self.writer.footnote_label(label).map_or_else(
                    || Piece::Text(format!("[^{label}]")),
                    |label| Piece::Markup(format!("[^{label}]")),
                ));
            }
            NodeKind::Html(html) => self.children(&text_of(html)),
            NodeKind::Element { tag, children, .. } if matches!(tag.as_str(), "sub" | "sup") => {
                self.raised(tag, children);
            }
            NodeKind::Element { tag, attributes, children } => {
                let lowered = lower_element(tag, attributes, children);
                if element_role(tag) == ElementRole::Inline {
                    self.children(&lowered);
                } else {
                    self.apart(&lowered);
                }
            }
            NodeKind::Component(component) => {
                let lowered = lower_component(component, &|| self.writer.addresses.doc_cards());
                if component.is_inline { self.children(&lowered) } else { self.apart(&lowered) }
            }
            NodeKind::Code(code) => self.pieces.push(Piece::Code(code.text())),
            NodeKind::Diagram { source, .. } => self.pieces.push(Piece::Code(source.clone())),
            NodeKind::FootnoteDefinition { .. } | NodeKind::ThematicBreak => {}
            // A block where only a line has room: its text, kept apart from what stands beside it.
            _ => {
                for child in node.children() {
                    self.space();
                    self.node(child);
                }
                self.space();
            }
        }
    }

    fn space(&mut self) {
        self.pieces.push(Piece::Text(" ".to_owned()));
    }

    fn apart(&mut self, nodes: &[Node]) {
        self.space();
        self.children(nodes);
        self.space();
    }

    fn marked(&mut self, mark: Mark, children: &[Node]) {
        if self.open.contains(&mark) {
            return self.children(children);
        }
        self.open.push(mark);
        self.pieces.push(Piece::Open(mark));
        self.children(children);
        self.pieces.push(Piece::Close(mark));
        self.open.pop();
    }

    /// Subscripts and superscripts have no Markdown, and without their tags numbers would run together.
    fn raised(&mut self, tag: &str, children: &[Node]) {
        let nodes: Vec<&Node> = children.iter().collect();
        let surroundings = Surroundings { is_line_start: false, ..self.surroundings };
        let inside = self.writer.part(&nodes, self.place, surroundings);
        let markup = (!inside.text.is_empty()).then(|| format!("<{tag}>{}</{tag}>", inside.text));
        self.part(&inside, markup);
    }

    fn link(&mut self, link: &Link) {
        if self.surroundings.is_in_brackets {
            return self.children(&link.children);
        }
        let address = self.writer.addresses.absolute(&link.href);
        let nodes: Vec<&Node> = link.children.iter().collect();
        let surroundings = Surroundings { is_line_start: false, is_in_brackets: true };
        let label = self.writer.part(&nodes, self.place, surroundings);
        let says_address = portico_document::plain_text(&link.children).trim() == address;
        let markup = if (says_address || label.text.is_empty()) && is_autolink(&address) {
            Some(format!("<{address}>"))
        } else {
            let title = link_title(link.title.as_deref());
            (!label.text.is_empty()).then(|| format!("[{}]({}{title})", label.text, destination(&address)))
        };
        self.part(&label, markup);
    }

    /// Markup made of a part, with the part's outer white space around it.
    fn part(&mut self, part: &Part, markup: Option<String>) {
        if part.leads {
            self.space();
        }
        self.pieces.extend(markup.map(Piece::Markup));
        if part.trails {
            self.space();
        }
    }

    fn image(&mut self, image: &Image) {
        let address = self.writer.addresses.absolute(&image.src);
        let alt = collapse(image.alt.trim().to_owned());
        let alt = escape_text(&alt, Surroundings { is_line_start: false, is_in_brackets: true });
        let title = link_title(image.title.as_deref());
        self.pieces.push(Piece::Markup(format!("![{alt}]({}{title})", destination(&address))));
    }
}

/// Whether an address can stand between angle brackets.
fn is_autolink(address: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| address.starts_with(scheme))
        && !address.contains(|character: char| {
            character.is_whitespace()
                || character.is_control()
                || matches!(character, '<' | '>' | '|' | '`' | '\\')
        })
}

/// Joins what would not survive side by side, and moves white space out of marks and off the ends of lines.
fn tidy(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut tidied = joined(pieces);
    loop {
        let before = tidied.clone();
        move_spaces(&mut tidied);
        // What is joined stays so, unless a text is empty.
        let is_empty = |piece: &Piece| matches!(piece, Piece::Text(text) if text.is_empty());
        if tidied == before && !tidied.iter().any(is_empty) {
            return tidied;
        }
        tidied = joined(tidied);
        if tidied == before {
            return tidied;
        }
    }
}

fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match (out.last_mut(), piece) {
            (_, Piece::Text(text)) if text.is_empty() => {}
            (Some(Piece::Text(last)), Piece::Text(text)) => {
                last.push_str(&text);
                *last = collapse(std::mem::take(last));
            }
            (_, Piece::Text(text)) => out.push(Piece::Text(collapse(text))),
            (_, Piece::Code(code)) if code.is_empty() => {}
            (Some(Piece::Code(last)), Piece::Code(code)) => last.push_str(&code),
            // `**a****b**` says nothing; `**ab**` does.
            (Some(Piece::Close(closed)), Piece::Open(mark)) if *closed == mark => {
                out.pop();
                // The mark stays open: its next close is the one that counts.
            }
            (Some(Piece::Open(opened)), Piece::Close(mark)) if *opened == mark => {
                out.pop();
            }
            (_, piece) => out.push(piece),
        }
    }
    out
}

/// Runs of white space as one space, as a browser shows them; other control characters left out.
fn collapse(text: String) -> String {
    if is_collapsed(&text) {
        return text;
    }
    let mut collapsed = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_whitespace() {
            if !collapsed.ends_with(' ') {
                collapsed.push(' ');
            }
        } else if !character.is_control() {
            collapsed.push(character);
        }
    }
    collapsed
}

/// Whether nothing is left to [`collapse`]: most texts are so. Says no where it would have to look closer, as at `\u{c2}`,
/// which begins some control characters.
fn is_collapsed(text: &str) -> bool {
    let mut before = 0;
    text.bytes().all(|byte| {
        let is_plain = byte >= b' ' && !matches!(byte, 0x7f | 0xc2) && (byte, before) != (b' ', b' ');
        before = byte;
        is_plain
    })
}

fn move_spaces(pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at < pieces.len() {
        let is_open_before = at > 0 && matches!(pieces[at - 1], Piece::Open(_));
        let is_close_after = matches!(pieces.get(at + 1), Some(Piece::Close(_)));
        let is_edge_before = at == 0 || matches!(pieces[at - 1], Piece::Break);
        let is_edge_after = matches!(pieces.get(at + 1), None | Some(Piece::Break));
        if pieces[at] == Piece::Break && (is_open_before || is_close_after) {
            let other = if is_open_before { at - 1 } else { at + 1 };
            pieces.swap(at, other);
        } else if let Piece::Text(text) = &mut pieces[at] {
            let leads = text.starts_with(' ');
            let trails = text.ends_with(' ');
            if leads && (is_open_before || is_edge_before) {
                text.remove(0);
                if is_open_before {
                    pieces.insert(at - 1, Piece::Text(" ".to_owned()));
                    at += 1;
                }
            } else if trails && (is_close_after || is_edge_after) {
                text.pop();
                if is_close_after {
                    pieces.insert(at + 2, Piece::Text(" ".to_owned()));
                }
            }
        }
        at += 1;
    }
    while matches!(pieces.first(), Some(Piece::Break)) {
        pieces.remove(0);
    }
    while matches!(pieces.last(), Some(Piece::Break)) {
        pieces.pop();
    }
}

/// What a neighbour of a delimiter is to `CommonMark`. Doubtful characters are `Other`, which satisfies no condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Space,
    Word,
    Punctuation,
    Other,
}

fn class_of(character: char) -> Class {
    match character {
        ' ' | '\n' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            Class::Space
        }
        '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' => Class::Punctuation,
        other if other.is_ascii_punctuation() => Class::Punctuation,
        other if other.is_alphanumeric() => Class::Word,
        _ => Class::Other,
    }
}

/// The delimiter of each mark piece, in the order of the pieces; `None` for other pieces and for marks left out.
fn delimiters_of(pieces: &[Piece], surroundings: Surroundings) -> Vec<Option<&'static str>> {
    let pairs = pairs(pieces);
    let mut chosen: Vec<Option<&'static str>> = vec![None; pieces.len()];
    for &(open, close, mark) in &pairs {
        let delimiter = match mark {
            Mark::Strong => "**",
            Mark::Emphasis => "_",
            Mark::Strikethrough => "~~",
        };
        (chosen[open], chosen[close]) = (Some(delimiter), Some(delimiter));
    }
    // Every change makes a pair weaker, so this ends.
    while let Some((open, close, weaker)) = pairs.iter().find_map(|&(open, close, _)| {
        let delimiter = chosen[open]?;
        let around = Around { pieces, chosen: &chosen, surroundings };
        (!around.is_read(open, close, delimiter))
            .then(|| (open, close, if delimiter == "_" { Some("*") } else { None }))
    }) {
        (chosen[open], chosen[close]) = (weaker, weaker);
    }
    chosen
}

fn pairs(pieces: &[Piece]) -> Vec<(usize, usize, Mark)> {
    let (mut pairs, mut open) = (Vec::new(), Vec::new());
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Open(mark) => open.push((at, *mark)),
            Piece::Close(mark) => {
                if let Some(from) = open.iter().rposition(|(_, opened)| opened == mark) {
                    let (start, mark) = open.remove(from);
                    pairs.push((start, at, mark));
                }
            }
            _ => {}
        }
    }
    pairs
}

struct Around<'a> {
    pieces: &'a [Piece],
    chosen: &'a [Option<&'static str>],
    surroundings: Surroundings,
}

impl Around<'_> {
    /// The character before a piece; a line break or the line's end counts as a space, a bracket as a bracket.
    fn before(&self, at: usize) -> char {
        let visible = (0..at).rev().find_map(|at| self.character(at, Side::Last));
        visible.unwrap_or(if self.surroundings.is_in_brackets { '[' } else { ' ' })
    }

    fn after(&self, at: usize) -> char {
        let visible = (at + 1..self.pieces.len()).find_map(|at| self.character(at, Side::First));
        visible.unwrap_or(if self.surroundings.is_in_brackets { ']' } else { ' ' })
    }

    fn character(&self, at: usize, side: Side) -> Option<char> {
        match (&self.pieces[at], side) {
            (Piece::Text(text), Side::First) => text.chars().next(),
            (Piece::Text(text), Side::Last) => text.chars().next_back(),
            (Piece::Code(_), _) => Some('`'),
            (Piece::Markup(_), Side::First) => Some('['),
            (Piece::Markup(_), Side::Last) => Some(')'),
            (Piece::Break, _) => Some('\n'),
            (Piece::Open(_) | Piece::Close(_), _) => {
                self.chosen[at].and_then(|delimiter| delimiter.chars().next())
            }
        }
    }

    /// Whether a piece stands directly beside a delimiter of the same character, on the side away from `to`.
    fn touches(&self, at: usize, sign: char, is_before: bool) -> bool {
        let is_mark = |at: &usize| self.chosen[*at].is_some();
        let is_silent =
            |at: &usize| matches!(self.pieces[*at], Piece::Open(_) | Piece::Close(_)) && !is_mark(at);
        let neighbour = if is_before {
            (0..at).rev().find(|at| !is_silent(at))
        } else {
            (at + 1..self.pieces.len()).find(|at| !is_silent(at))
        };
        neighbour.is_some_and(|at| self.chosen[at].is_some_and(|delimiter| delimiter.starts_with(sign)))
    }

    fn is_read(&self, open: usize, close: usize, delimiter: &str) -> bool {
        let sign = delimiter.chars().next().unwrap_or(' ');
        let outside = [class_of(self.before(open)), class_of(self.after(close))];
        let inside = [class_of(self.after(open)), class_of(self.before(close))];
        let is_apart = |class: Class| matches!(class, Class::Space | Class::Punctuation);
        let flanks = (0..2).all(|side| match inside[side] {
            Class::Space => false,
            Class::Word => true,
            Class::Punctuation | Class::Other => is_apart(outside[side]),
        });
        let is_touching =
            [open, close].iter().any(|at| self.touches(*at, sign, true) || self.touches(*at, sign, false));
        flanks && !is_touching && (sign != '_' || outside.iter().all(|class| is_apart(*class)))
    }
}

#[derive(Clone, Copy)]
enum Side {
    First,
    Last,
}

fn write(mut pieces: Vec<Piece>, place: Place, surroundings: Surroundings) -> String {
    let mut delimiters = delimiters_of(&pieces, surroundings);
    // Without the marks that would not be read, other pieces stand side by side.
    while pieces.iter().zip(&delimiters).any(|(piece, delimiter)| piece.is_mark() && delimiter.is_none()) {
        let kept = pieces
            .into_iter()
            .zip(delimiters)
            .filter(|(piece, delimiter)| !piece.is_mark() || delimiter.is_some());
        pieces = tidy(kept.map(|(piece, _)| piece).collect());
        delimiters = delimiters_of(&pieces, surroundings);
    }
    let mut written = String::new();
    let mut is_line_start = surroundings.is_line_start && place == Place::Paragraph;
    for (piece, delimiter) in pieces.into_iter().zip(delimiters) {
        match piece {
            Piece::Text(text) => {
                // At the start of a line, a reference and a colon would make a footnote's text.
                if text.starts_with(':') && written.ends_with(']') {
                    written.push('\\');
                }
                written.push_str(&escape_text(&text, Surroundings { is_line_start, ..surroundings }));
            }
            Piece::Code(code) if place == Place::Cell => written.push_str(&cell_code_span(&code)),
            Piece::Code(code) => written.push_str(&code_span(&code)),
            Piece::Markup(markup) => {
                if markup.starts_with('[') && written.ends_with('!') {
                    let at = written.len() - 1;
                    written.insert(at, '\\');
                }
                written.push_str(&markup);
            }
            Piece::Break => {
                written.push_str(match place {
                    Place::Paragraph => "\\\n",
                    Place::Heading => " ",
                    Place::Cell => "<br>",
                });
                is_line_start = place == Place::Paragraph;
                continue;
            }
            Piece::Open(_) | Piece::Close(_) => written.push_str(delimiter.unwrap_or_default()),
        }
        is_line_start = false;
    }
    written
}

/// A code span in a table cell. Readers disagree on what a backslash before an escaped pipe means there, so such code is
/// written with tags.
fn cell_code_span(code: &str) -> String {
    if !code.contains("\\|") {
        return code_span(code);
    }
    let escaped = escape_text(code, Surroundings::default()).replace('|', "&#124;");
    format!("<code>{escaped}</code>")
}

/// Number signs at the end of a heading are dropped by readers unless one of them is escaped.
fn escape_closing_sequence(mut written: String) -> String {
    let text = written.trim_end_matches('#');
    if text.len() < written.len() && (text.is_empty() || text.ends_with(' ')) {
        let at = text.len();
        written.insert(at, '\\');
    }
    written
}

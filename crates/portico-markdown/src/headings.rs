//! Headings and ids: explicit ones, and slugs of the text for the rest.

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span};
use portico_document::{Node, NodeKind, SlugCounter, id_text, slugify};

use crate::assemble::Piece;
use crate::mask::TokenKind;
use crate::page::Region;
use crate::tree::Tree;

impl Region<'_, '_> {
    /// A heading; its id stays empty unless one is written.
    pub(crate) fn heading(&mut self, tree: &Tree<'_>, id: u32, level: u8, depth: usize) -> NodeKind {
        let mut pieces = self.inline_pieces(tree, id, depth + 1);
        let explicit = explicit_id(&mut pieces);
        if explicit.is_none() {
            self.check_id(tree, id, &mut pieces);
        }
        let children = self.assemble(pieces, depth + 1);
        NodeKind::Heading { level, id: explicit.unwrap_or_default(), children }
    }

    /// Reports what stands in `{#…}` at the end of a heading and is no id. In `.mdx`, where it would be code, it is
    /// left out.
    fn check_id(&mut self, tree: &Tree<'_>, id: u32, pieces: &mut Vec<Piece>) {
        let span = match pieces.last() {
            Some(Piece::Node(Node { kind: NodeKind::Text(text), .. })) if text.contains("{#") => {
                let (start, end) = tree.range(id);
                let span = self.mask.source_span(start, end);
                let written = self.file.slice(span).trim_end();
                let Some(at) = written.rfind("{#") else { return };
                Span::new(span.start as usize + at, span.start as usize + written.len())
            }
            Some(Piece::Token(index)) => match self.mask.tokens.get(*index) {
                Some(token) if matches!(token.kind, TokenKind::Expression(_)) => token.span,
                _ => return,
            },
            _ => return,
        };
        let Some(diagnostic) = wrong_id(self.file.slice(span)) else { return };
        if matches!(pieces.last(), Some(Piece::Token(_))) {
            pieces.pop();
            trim_end(pieces);
        }
        self.report(diagnostic, span);
    }
}

/// What is wrong with an id as written, from `{#` on.
fn wrong_id(written: &str) -> Option<Diagnostic> {
    let inner = written.strip_prefix("{#")?;
    let Some(id) = inner.strip_suffix('}') else {
        let is_open = !inner.contains('}');
        let diagnostic = Diagnostic::new(Code::MarkdownHeadingId, "this id is not closed");
        return is_open.then(|| diagnostic.help("end it with `}`"));
    };
    // `{# … #}` is a comment of a template language.
    if id.ends_with('#') {
        return None;
    }
    let slug = slugify(id.trim());
    let help = if slug.is_empty() { "write `{#some-id}`".to_owned() } else { format!("write `{{#{slug}}}`") };
    Some(Diagnostic::new(Code::MarkdownHeadingId, format!("`{id}` is no id: an id is one word")).help(help))
}

/// Takes an id off the end of a heading: `{#id}`, `{/* #id */}` or `<!-- #id -->`.
fn explicit_id(pieces: &mut Vec<Piece>) -> Option<String> {
    let id = match pieces.last_mut()? {
        Piece::Comment(comment) => {
            let id = comment.trim().strip_prefix('#').filter(|id| is_id(id))?.to_owned();
            pieces.pop();
            id
        }
        Piece::Node(Node { kind: NodeKind::Text(text), .. }) => {
            let trimmed = text.trim_end();
            let start = trimmed.rfind("{#")?;
            let id = trimmed[start + 2..].strip_suffix('}').filter(|id| is_id(id))?.to_owned();
            text.truncate(start);
            id
        }
        _ => return None,
    };
    trim_end(pieces);
    Some(id)
}

/// Drops white space at the end.
fn trim_end(pieces: &mut Vec<Piece>) {
    if let Some(Piece::Node(Node { kind: NodeKind::Text(text), .. })) = pieces.last_mut() {
        text.truncate(text.trim_end().len());
        if text.is_empty() {
            pieces.pop();
        }
    }
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '<' | '>'))
}

/// Gives every heading without an id the slug of its text, and reports ids that are there twice.
pub(crate) fn assign_ids(body: &mut [Node], file: &SourceFile, diagnostics: &mut Vec<Diagnostic>) {
    let mut slugs = SlugCounter::default();
    let mut seen: Vec<(String, Span)> = Vec::new();
    explicit_ids(body.iter(), &mut seen);
    let mut first: std::collections::HashMap<&str, Span> = std::collections::HashMap::new();
    for (id, span) in &seen {
        if slugs.register(id) {
            first.insert(id, *span);
            continue;
        }
        let mut diagnostic =
            Diagnostic::new(Code::MarkdownDuplicateId, format!("the id `{id}` is there twice"))
                .at(file, *span)
                .help("give one of the two an id of its own: links lead to the first");
        if let Some(earlier) = first.get(id.as_str()).filter(|earlier| *earlier != span) {
            diagnostic = diagnostic.label(file, *earlier, "first used here");
        }
        diagnostics.push(diagnostic);
    }
    slugify_headings(body, &mut slugs);
}

fn explicit_ids<'n>(nodes: impl Iterator<Item = &'n Node>, seen: &mut Vec<(String, Span)>) {
    for node in nodes {
        match &node.kind {
            NodeKind::Heading { id, .. } if !id.is_empty() => seen.push((id.clone(), node.span)),
            NodeKind::Element { attributes, .. } => {
                let id = attributes.iter().find(|attribute| attribute.name == "id");
                if let Some(id) = id.and_then(|attribute| attribute.value.clone()) {
                    seen.push((id, node.span));
                }
            }
            NodeKind::Component(component) => {
                if let Some(id) = component.props.get("id").and_then(|id| id.as_str()) {
                    seen.push((id.to_owned(), node.span));
                }
            }
            NodeKind::Table(table) => {
                seen.extend(table.row_ids.iter().flatten().map(|id| (id.clone(), node.span)));
            }
            _ => {}
        }
        explicit_ids(node.children().into_iter(), seen);
    }
}

fn slugify_headings(nodes: &mut [Node], slugs: &mut SlugCounter) {
    for node in nodes {
        if let NodeKind::Heading { id, children, .. } = &mut node.kind
            && id.is_empty()
        {
            *id = slugs.unique(&id_text(children));
        }
        for part in parts_mut(&mut node.kind) {
            slugify_headings(part, slugs);
        }
    }
}

/// The lists of nodes inside a node.
pub(crate) fn parts_mut(kind: &mut NodeKind) -> Vec<&mut [Node]> {
    match kind {
        NodeKind::Quote(children)
        | NodeKind::FootnoteDefinition { children, .. }
        | NodeKind::Admonition { children, .. }
        | NodeKind::Element { children, .. } => vec![children],
        NodeKind::Component(component) => vec![&mut component.children],
        NodeKind::List(list) => list.items.iter_mut().map(|item| item.children.as_mut_slice()).collect(),
        // Headings stand in no other content.
        _ => Vec::new(),
    }
}

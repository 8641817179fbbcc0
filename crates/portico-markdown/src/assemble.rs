//! Siblings into a tree: tags and containers are matched with their ends, and what stands between becomes content.

use std::rc::Rc;

use portico_diagnostics::{Code, Diagnostic, Span};
use portico_document::{Node, NodeKind};

use crate::MAX_DEPTH;
use crate::loose_tags::Language;
use crate::mask::{Container, TokenKind};
use crate::page::Region;
use crate::scan::Dialect;
use crate::tag::{Form, Tag};
use crate::text::Use;

/// A sibling before matching.
#[derive(Debug)]
pub(crate) enum Piece {
    /// Finished content.
    Node(Node),
    /// A token of the mask.
    Token(usize),
    /// A tag of raw HTML and its text.
    Html { tag: Tag, raw: String },
    /// A comment, which is dropped.
    Comment(String),
}

/// How a tag stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Between blocks.
    Block,
    /// Between blocks, all of it on one line.
    Line,
    /// Within a line of text.
    Inline,
}

/// Something opened whose end has not come yet.
struct Frame {
    opener: Opener,
    /// Place of the opening in the source.
    span: Span,
    nodes: Vec<Node>,
}

enum Opener {
    Tag { tag: Rc<Tag>, shape: Shape, raw: Option<String> },
    Container { container: Rc<Container>, token: usize, title: Option<Vec<Node>> },
}

impl Region<'_, '_> {
    /// Matches tags and containers among siblings. `depth` is how deep the siblings stand.
    pub(crate) fn assemble(&mut self, pieces: Vec<Piece>, depth: usize) -> Vec<Node> {
        let is_plain = pieces.iter().all(|piece| matches!(piece, Piece::Node(_)));
        let mut frames: Vec<Frame> = Vec::new();
        let mut nodes: Vec<Node> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match piece {
                Piece::Node(node) => nodes.push(node),
                Piece::Comment(_) => {}
                Piece::Html { tag, raw } => {
                    self.tag(Rc::new(tag), Shape::Block, Some(raw), depth, &mut frames, &mut nodes);
                }
                Piece::Token(index) => self.token(index, depth, &mut frames, &mut nodes),
            }
        }
        debug_assert!(!is_plain || frames.is_empty(), "only tags open frames");
        while let Some(frame) = frames.pop() {
            self.unclosed(frame, &mut nodes);
        }
        nodes
    }

    fn token(&mut self, index: usize, depth: usize, frames: &mut Vec<Frame>, nodes: &mut Vec<Node>) {
        let Some(token) = self.mask.tokens.get(index).cloned() else { return };
        let shape = if token.is_flow { Shape::Block } else { Shape::Inline };
        match token.kind {
            TokenKind::Tag(tag) => self.tag(tag, shape, None, depth, frames, nodes),
            TokenKind::LineTag(tag) => self.tag(tag, Shape::Line, None, depth, frames, nodes),
            TokenKind::RawTag(tag, content) => {
                let made = self.raw_element(&tag, content, token.span);
                nodes.extend(made);
            }
            TokenKind::ContainerOpen(container) => {
                if self.is_too_deep(depth + frames.len(), token.span) {
                    return;
                }
                let opener = Opener::Container { container, token: index, title: None };
                frames.push(Frame { opener, span: token.span, nodes: std::mem::take(nodes) });
            }
            TokenKind::TitleEnd => {
                if let Some(Frame { opener: Opener::Container { title, .. }, .. }) = frames.last_mut() {
                    *title = Some(unwrap_paragraph(std::mem::take(nodes)));
                }
            }
            TokenKind::ContainerClose(opener) => {
                let is_wanted = |frame: &Frame| matches!(frame.opener, Opener::Container { token, .. } if token == opener);
                let Some(at) = frames.iter().rposition(is_wanted) else { return };
                while frames.len() > at + 1 {
                    if let Some(frame) = frames.pop() {
                        self.unclosed(frame, nodes);
                    }
                }
                if let Some(Frame {
                    opener: Opener::Container { container, title, .. },
                    span,
                    nodes: outer,
                }) = frames.pop()
                {
                    let children = std::mem::replace(nodes, outer);
                    let whole = Span::new(span.start as usize, token.span.end as usize);
                    let made = self.container(&container, title, children, whole);
                    nodes.extend(made);
                }
            }
            TokenKind::Expression(code) => {
                let made = self.expression(code, token.span, shape);
                nodes.extend(made);
            }
            TokenKind::Variable(_) | TokenKind::Literal(_) => {
                let text = self.token_text(index, Use::Plain);
                nodes.push(Node::new(NodeKind::Text(text), self.node_span(token.span)));
            }
            TokenKind::Comment(_) => {}
        }
    }

    fn tag(
        &mut self,
        tag: Rc<Tag>,
        shape: Shape,
        raw: Option<String>,
        depth: usize,
        frames: &mut Vec<Frame>,
        nodes: &mut Vec<Node>,
    ) {
        let span = tag.span;
        match tag.form {
            Form::Empty => {
                let made = self.element(&tag, shape, Vec::new(), span);
                nodes.extend(made);
            }
            Form::Open => {
                if self.is_too_deep(depth + frames.len(), span) {
                    return;
                }
                let opener = Opener::Tag { tag, shape, raw };
                frames.push(Frame { opener, span, nodes: std::mem::take(nodes) });
            }
            Form::Close => {
                let is_wanted = |frame: &Frame| matches!(&frame.opener, Opener::Tag { tag: open, .. } if open.name == tag.name);
                let Some(at) = frames.iter().rposition(is_wanted) else {
                    self.stray_close(tag, raw, nodes);
                    return;
                };
                while frames.len() > at + 1 {
                    if let Some(frame) = frames.pop() {
                        self.unclosed(frame, nodes);
                    }
                }
                if let Some(Frame {
                    opener: Opener::Tag { tag: open, shape, .. },
                    span: start,
                    nodes: outer,
                }) = frames.pop()
                {
                    let mut children = std::mem::replace(nodes, outer);
                    if shape == Shape::Line {
                        children = unwrap_paragraph(children);
                    }
                    let whole = Span::new(start.start as usize, span.end as usize);
                    let made = self.element(&open, shape, children, whole);
                    nodes.extend(made);
                }
            }
        }
    }

    fn stray_close(&mut self, tag: Rc<Tag>, raw: Option<String>, nodes: &mut Vec<Node>) {
        match raw {
            Some(raw) if !tag.is_component() => {
                nodes.push(Node::new(NodeKind::Html(raw), self.node_span(tag.span)));
                self.add_loose_tag(tag, Language::Html);
            }
            _ => self.add_loose_tag(tag, Language::Jsx),
        }
    }

    /// Lays the content of something that nothing closed out beside it.
    fn unclosed(&mut self, frame: Frame, nodes: &mut Vec<Node>) {
        let children = std::mem::replace(nodes, frame.nodes);
        match frame.opener {
            Opener::Tag { tag, raw: Some(raw), .. } if !tag.is_component() => {
                nodes.push(Node::new(NodeKind::Html(raw), self.node_span(frame.span)));
                nodes.extend(children);
                self.add_loose_tag(tag, Language::Html);
            }
            Opener::Tag { tag, shape, .. } => {
                let is_unknown = tag.is_component() && !self.is_known_component(&tag.name);
                if is_unknown && self.dialect == Dialect::Lenient {
                    // Nothing says that it is a component, so that readers see what was written.
                    let written = self.file.slice(tag.span).to_owned();
                    nodes.push(Node::new(NodeKind::Text(written), self.node_span(tag.span)));
                    nodes.extend(children);
                } else if is_unknown {
                    nodes.push(self.unknown(&tag.name, shape, children, frame.span));
                } else {
                    let made = self.element(&tag, shape, children, frame.span);
                    nodes.extend(made);
                }
                self.add_loose_tag(tag, Language::Jsx);
            }
            Opener::Container { container, title, .. } => {
                let message = format!("the `{}` container is not closed", container.name);
                let help = if container.is_closed {
                    "its closing line stands in another list item, quote or component: move it to the same level"
                } else {
                    "close it with a line of as many colons"
                };
                self.report(Diagnostic::new(Code::MarkdownUnclosedContainer, message).help(help), frame.span);
                let made = self.container(&container, title, children, frame.span);
                nodes.extend(made);
            }
        }
    }

    /// Whether nothing may stand so deep; reported once per page.
    pub(crate) fn is_too_deep(&mut self, depth: usize, span: Span) -> bool {
        if depth < MAX_DEPTH {
            return false;
        }
        let is_reported = self.page.diagnostics.iter().any(|known| known.code == Code::MarkdownLimit);
        if !is_reported {
            self.report(
                Diagnostic::new(
                    Code::MarkdownLimit,
                    format!("content is nested more than {MAX_DEPTH} levels deep"),
                ),
                span,
            );
        }
        true
    }
}

/// The content of a single paragraph; other content as it is.
pub(crate) fn unwrap_paragraph(mut nodes: Vec<Node>) -> Vec<Node> {
    if let [Node { kind: NodeKind::Paragraph(children), .. }] = nodes.as_mut_slice() {
        return std::mem::take(children);
    }
    nodes
}

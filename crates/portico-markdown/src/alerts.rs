//! Quotes, and the admonitions that GitHub makes of those that begin with `[!NOTE]`: alerts.

use portico_diagnostics::{Code, Diagnostic, Span, nearest};
use portico_document::{AdmonitionKind, Node, NodeKind};

use crate::admonitions::own_title;
use crate::page::Region;

/// The types of alerts, and the admonitions that stand for them.
const TYPES: &[(&str, AdmonitionKind)] = &[
    ("note", AdmonitionKind::Note),
    ("tip", AdmonitionKind::Tip),
    ("important", AdmonitionKind::Note),
    ("warning", AdmonitionKind::Warning),
    ("caution", AdmonitionKind::Danger),
];

impl Region<'_, '_> {
    /// A block quote, or the admonition that it is. `own` is its place in this file.
    pub(crate) fn quote(&mut self, mut children: Vec<Node>, own: Span) -> NodeKind {
        let Some(name) = first_text(&mut children).and_then(|text| type_of(text)) else {
            return NodeKind::Quote(children);
        };
        let (name, name_length, follows) = (name.text.to_ascii_lowercase(), name.text.len(), name.follows);
        let Some(at) = self.alert_type_offset(own) else { return NodeKind::Quote(children) };
        let span = Span::new(at, at + name_length);
        match (kind_of(&name), follows) {
            (Some(kind), Follows::Nothing) => {
                take_type(&mut children);
                NodeKind::Admonition { kind, title: own_title(&name, self.node_span(own)), children }
            }
            (_, follows) => {
                if let Some(diagnostic) = mistake(&name, follows) {
                    self.report(diagnostic, span);
                }
                NodeKind::Quote(children)
            }
        }
    }

    /// Where the type stands, if the quote is written with one: `\[!NOTE]` is text.
    fn alert_type_offset(&self, own: Span) -> Option<usize> {
        let written = self.file.slice(own);
        let rest = written.trim_start_matches(['>', ' ', '\t', '\n', '\r']);
        rest.starts_with("[!").then_some(own.start as usize + (written.len() - rest.len()) + 2)
    }
}

/// What stands between `[!` and `]` at the start of a text.
struct Type<'t> {
    text: &'t str,
    follows: Follows,
}

/// What stands behind the brackets on their line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    Nothing,
    Text,
}

fn first_text(children: &mut [Node]) -> Option<&mut String> {
    let NodeKind::Paragraph(inlines) = &mut children.first_mut()?.kind else { return None };
    let NodeKind::Text(text) = &mut inlines.first_mut()?.kind else { return None };
    Some(text)
}

fn type_of(text: &str) -> Option<Type<'_>> {
    let (name, rest) = text.strip_prefix("[!")?.split_once(']')?;
    let is_alone = rest.is_empty() || rest.starts_with('\n');
    Some(Type { text: name, follows: if is_alone { Follows::Nothing } else { Follows::Text } })
}

fn kind_of(name: &str) -> Option<AdmonitionKind> {
    TYPES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}

/// What is wrong with a type that makes no alert, if it is meant to.
fn mistake(name: &str, follows: Follows) -> Option<Diagnostic> {
    if kind_of(name).is_some() {
        let message = format!("`[!{}]` makes no alert with text beside it", name.to_ascii_uppercase());
        let help = "put the text on the next line, after `> `";
        return Some(Diagnostic::new(Code::MarkdownUnknownAdmonition, message).help(help));
    }
    let near = nearest(name, TYPES.iter().map(|(known, _)| *known));
    let is_word = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    if near.is_none() && !(is_word && follows == Follows::Nothing) {
        return None;
    }
    let help = near.map_or_else(
        || {
            "the types of alerts are NOTE, TIP, IMPORTANT, WARNING and CAUTION; `:::` containers know more"
                .to_owned()
        },
        |near| format!("did you mean `{}`?", near.to_ascii_uppercase()),
    );
    let message = format!("no alert type `{}`", name.to_ascii_uppercase());
    Some(Diagnostic::new(Code::MarkdownUnknownAdmonition, message).help(help))
}

/// Takes the type out of the content.
fn take_type(children: &mut Vec<Node>) {
    let Some(NodeKind::Paragraph(inlines)) = children.first_mut().map(|node| &mut node.kind) else { return };
    let Some(NodeKind::Text(text)) = inlines.first_mut().map(|node| &mut node.kind) else { return };
    let rest = text.split_once(']').map_or("", |(_, rest)| rest).trim_start().to_owned();
    if rest.is_empty() {
        inlines.remove(0);
        if matches!(inlines.first().map(|node| &node.kind), Some(NodeKind::LineBreak)) {
            inlines.remove(0);
        }
    } else {
        *text = rest;
    }
    if inlines.is_empty() {
        children.remove(0);
    }
}

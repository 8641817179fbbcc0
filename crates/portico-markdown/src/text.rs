//! Tokens back into text: values of variables, and the source of what was masked by mistake.

use portico_diagnostics::Span;

use crate::mask::{OPEN, PARAGRAPH, Part, TokenKind, parts};
use crate::page::Region;
use crate::variables::variable_at;

/// What the text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// A code block or code within a line.
    Code,
    /// A target, title, label or other plain string.
    Plain,
}

impl Region<'_, '_> {
    /// Puts back what masking took out of a string.
    pub(crate) fn restore(&mut self, text: &str, purpose: Use) -> String {
        if !text.contains([OPEN, PARAGRAPH]) {
            return text.to_owned();
        }
        let mut restored = String::with_capacity(text.len());
        for part in parts(text) {
            match part {
                Part::Text(text) => restored.push_str(text),
                Part::Token(index) => restored.push_str(&self.token_text(index, purpose)),
            }
        }
        restored
    }

    /// The text that a token stands for where nothing but text can stand.
    pub(crate) fn token_text(&mut self, index: usize, purpose: Use) -> String {
        let Some(token) = self.mask.tokens.get(index) else { return String::new() };
        let span = token.span;
        match &token.kind {
            TokenKind::Variable(name) => {
                let name = name.clone();
                match purpose {
                    Use::Code => self.code_variable(&name, span),
                    Use::Plain => self.variable(&name, span),
                }
            }
            TokenKind::Literal(text) => (*text).to_owned(),
            _ => self.file.slice(span).to_owned(),
        }
    }

    /// Puts the values of variables into text that was not masked, such as an attribute; `span` is its place.
    pub(crate) fn substitute(&mut self, text: &str, span: Span) -> String {
        let mut result = String::with_capacity(text.len());
        let mut rest = 0;
        // Entities may have been decoded, so that offsets agree only where the source has the same text.
        let is_verbatim = self.file.slice(span) == text;
        while let Some(length) = text[rest..].find("{{") {
            let at = rest + length;
            if text[..at].ends_with('\\') {
                result.push_str(&text[rest..at - 1]);
                result.push_str("{{");
                rest = at + 2;
            } else if let Some((name, end)) = variable_at(text, at) {
                result.push_str(&text[rest..at]);
                let place = if is_verbatim { Span::new(at, end).shifted(span.start as usize) } else { span };
                result.push_str(&self.variable(name, place));
                rest = end;
            } else {
                result.push_str(&text[rest..at + 2]);
                rest = at + 2;
            }
        }
        result.push_str(&text[rest..]);
        result
    }
}

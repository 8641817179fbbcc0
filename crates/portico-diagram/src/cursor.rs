//! Reading one line from left to right, with the place for errors.

use crate::error::{DiagramError, Result};

/// A place in a line of source.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    /// Number of the line, from 1.
    pub(crate) line: usize,
    text: &'a str,
    position: usize,
    /// Characters of the line before `text`.
    indent: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the first visible character of a line.
    pub(crate) fn new(line: usize, text: &'a str) -> Self {
        let body = text.trim_start();
        let indent = text.chars().count() - body.chars().count();
        Self { line, text: body.trim_end(), position: 0, indent }
    }

    /// What is left of the line.
    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    pub(crate) fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    pub(crate) fn column(&self) -> usize {
        self.indent + self.text[..self.position].chars().count() + 1
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn starts_with(&self, prefix: &str) -> bool {
        self.rest().starts_with(prefix)
    }

    pub(crate) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    pub(crate) fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|it| !test(it)).unwrap_or(rest.len());
        self.advance(end)
    }

    /// Takes `n_bytes`, which must end between characters.
    pub(crate) fn advance(&mut self, n_bytes: usize) -> &'a str {
        let taken = &self.rest()[..n_bytes];
        self.position += n_bytes;
        taken
    }

    pub(crate) fn take_rest(&mut self) -> &'a str {
        let rest = self.rest();
        self.advance(rest.len()).trim()
    }

    /// Takes `token` if it stands here.
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        let is_here = self.starts_with(token);
        if is_here {
            self.position += token.len();
        }
        is_here
    }

    /// Takes `word` and the space after it, if it stands here as a whole word.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let Some(after) = self.rest().strip_prefix(word) else { return false };
        if after.chars().next().is_some_and(|it| it.is_alphanumeric() || it == '_' || it == '-') {
            return false;
        }
        self.position += word.len();
        self.skip_space();
        true
    }

    /// Takes what stands before `token`, and the token.
    pub(crate) fn take_until(&mut self, token: &str) -> Option<&'a str> {
        let end = self.rest().find(token)?;
        let before = self.advance(end);
        self.position += token.len();
        Some(before)
    }

    /// As [`Self::take_until`], or an error that names what was not closed.
    pub(crate) fn expect_until(&mut self, token: &str, what: &str) -> Result<&'a str> {
        let at = self.clone();
        self.take_until(token).ok_or_else(|| {
            at.error(format!("{what} is not closed")).with_help(format!("close it with `{token}`"))
        })
    }

    pub(crate) fn error(&self, message: impl Into<String>) -> DiagramError {
        DiagramError::new(self.line, self.column(), message)
    }
}

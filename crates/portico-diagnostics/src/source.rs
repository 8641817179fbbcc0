//! Source files and places in them.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A half-open range of bytes in a source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Makes a span from byte offsets; offsets beyond 4 GiB are clamped.
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The span as a range of `usize`, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The same span moved `offset` bytes to the right: from a part's own text to the file that holds the part.
    #[must_use]
    pub fn shifted(self, offset: usize) -> Self {
        Self::new(self.start as usize + offset, self.end as usize + offset)
    }
}

/// A place as people count it: both start at 1, columns count Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line number from 1.
    pub line: u32,
    /// Column number from 1, in Unicode scalar values.
    pub column: u32,
}

/// A text file of a site, known by its path relative to the site folder (`content/quickstart.md`).
#[derive(Clone, PartialEq, Eq)]
pub struct SourceFile {
    path: Arc<str>,
    text: Arc<str>,
    line_starts: Arc<[u32]>,
}

impl SourceFile {
    /// Takes a path (forward slashes, relative to the site folder) and the file's text.
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text: Arc<str> = text.into();
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        let line_starts =
            std::iter::once(0).chain(breaks).map(|at| u32::try_from(at).unwrap_or(u32::MAX)).collect();
        Self { path: path.into(), text, line_starts }
    }

    /// Path relative to the site folder, with forward slashes.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty if the span does not fit this file.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Line and column of a byte offset. An offset past the end gives the end.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|start| *start <= offset).max(1);
        let start = self.line_starts[line - 1] as usize;
        let end = (offset as usize).min(self.text.len());
        let before = self.text.get(start..end).unwrap_or_default();
        let column = before.chars().count() + 1;
        LineColumn {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
        }
    }

    /// Byte offset of the start of a line counted from 1; the end of the text for a line that does not exist.
    pub fn line_start(&self, line: u32) -> u32 {
        let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.line_starts.get((line.max(1) - 1) as usize).copied().unwrap_or(end)
    }
}

impl fmt::Debug for SourceFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("SourceFile").field(&self.path).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_columns_from_one_in_characters() {
        let file = SourceFile::new("a.md", "één\ntwee\n");
        assert_eq!(file.line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(file.line_column(5), LineColumn { line: 1, column: 4 });
        assert_eq!(file.line_column(6), LineColumn { line: 2, column: 1 });
        assert_eq!(file.line_column(99), LineColumn { line: 3, column: 1 });
        assert_eq!(file.line_start(2), 6);
    }
}

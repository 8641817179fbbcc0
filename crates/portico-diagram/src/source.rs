//! The source as lines of statements: without comments, directives and front matter.

use crate::cursor::Cursor;
use crate::error::{DiagramError, Result};
use crate::kind::{self, Kind};

const MAX_BYTES: usize = 64 * 1024;

/// A diagram before its kind has read it.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    pub(crate) kind: Kind,
    /// What stands after the word that names the kind.
    pub(crate) head: Cursor<'a>,
    /// The statements, each at its first character.
    pub(crate) lines: Vec<Cursor<'a>>,
    /// `title` of the front matter, or `accTitle`.
    pub(crate) title: Option<String>,
    /// `accDescr`.
    pub(crate) description: Option<String>,
}

impl<'a> Source<'a> {
    pub(crate) fn read(text: &'a str) -> Result<Self> {
        if text.len() > MAX_BYTES {
            return Err(DiagramError::too_large(1, "bytes", MAX_BYTES));
        }
        let mut lines: Vec<(usize, &str)> =
            text.lines().enumerate().map(|(index, it)| (index + 1, it)).collect();
        let mut title = take_front_matter(&mut lines);
        drop_comments(&mut lines);
        let description = take_accessibility(&mut lines, &mut title);
        let mut lines = lines.into_iter().map(|(line, it)| Cursor::new(line, it));
        let mut head = lines.next().ok_or_else(|| kind::missing(1))?;
        let kind = Kind::read(&mut head)?;
        head.skip_space();
        Ok(Self { kind, head, lines: lines.collect(), title, description })
    }
}

/// Removes `---` front matter and gives the `title` in it.
fn take_front_matter(lines: &mut Vec<(usize, &str)>) -> Option<String> {
    let start = lines.iter().position(|(_, it)| !it.trim().is_empty())?;
    if lines[start].1.trim() != "---" {
        return None;
    }
    let length = lines[start + 1..].iter().position(|(_, it)| it.trim() == "---")?;
    let front: Vec<_> = lines.drain(..start + length + 2).collect();
    let title = front.iter().find_map(|(_, it)| it.trim().strip_prefix("title:"))?;
    Some(title.trim().trim_matches(['"', '\'']).to_owned()).filter(|it| !it.is_empty())
}

/// Removes empty lines, `%%` comments and `%%{ … }%%` directives: a site has one look.
fn drop_comments(lines: &mut Vec<(usize, &str)>) {
    let mut is_directive = false;
    lines.retain_mut(|(_, text)| {
        let trimmed = text.trim();
        if is_directive || trimmed.starts_with("%%{") {
            is_directive = !trimmed.contains("}%%");
            return false;
        }
        if let Some(at) = text.find("%%").filter(|at| text[..*at].ends_with(' ')) {
            *text = &text[..at];
        }
        !trimmed.is_empty() && !trimmed.starts_with("%%")
    });
}

/// Takes `accTitle:`, `accDescr:` and `accDescr { … }` out of the lines; gives the description.
fn take_accessibility(lines: &mut Vec<(usize, &str)>, title: &mut Option<String>) -> Option<String> {
    let mut description: Option<Vec<&str>> = None;
    let mut is_open = false;
    lines.retain(|(_, text)| {
        let text = text.trim();
        if is_open {
            is_open = !text.ends_with('}');
            description.get_or_insert_default().push(text.trim_end_matches('}').trim());
            return false;
        }
        if let Some(value) = text.strip_prefix("accTitle").and_then(|it| it.trim_start().strip_prefix(':')) {
            *title = Some(value.trim().to_owned());
            return false;
        }
        let Some(value) = text.strip_prefix("accDescr").map(str::trim_start) else { return true };
        if let Some(value) = value.strip_prefix(':') {
            description = Some(vec![value.trim()]);
            return false;
        }
        let Some(value) = value.strip_prefix('{') else { return true };
        is_open = !value.ends_with('}');
        description = Some(vec![value.trim_end_matches('}').trim()]);
        false
    });
    let lines: Vec<&str> = description?.into_iter().filter(|it| !it.is_empty()).collect();
    Some(lines.join("\n")).filter(|it| !it.is_empty())
}

//! Text that looks like a construct and is none, because a character is missing or too many.

use portico_diagnostics::{Code, Diagnostic, Span};

use crate::admonitions::{admonition_kind, counterpart};
use crate::foreign_beginnings::foreign_beginning;
use crate::page::Region;
use crate::tree::Tree;

impl Region<'_, '_> {
    /// Reports what a paragraph begins with, if another engine would make a heading or an admonition of it.
    pub(crate) fn check_beginning(&mut self, tree: &Tree<'_>, own: Span) {
        let written = self.file.slice(own);
        let Some((length, diagnostic)) = (match written.as_bytes().first() {
            Some(b'#') => heading(written),
            Some(b':' | b'!') => admonition(written),
            // A link that somebody named so.
            Some(b'[') if tree.definition("toc").is_some() => None,
            Some(b'?' | b'=' | b'-' | b'[' | b'<' | b'.') => foreign_beginning(written),
            _ => None,
        }) else {
            return;
        };
        let start = own.start as usize;
        self.report(diagnostic, Span::new(start, start + length));
    }

    /// Reports a link in text that was not read as one. `own` is the text's place.
    pub(crate) fn check_link_text(&mut self, own: Span) {
        let file = self.file.clone();
        let written = file.slice(own);
        let mut from = 0;
        while let Some(length) = written[from..].find(']') {
            let at = from + length;
            from = at + 1;
            if let Some((start, end, diagnostic)) = link_at(written, at) {
                self.report(diagnostic, Span::new(start, end).shifted(own.start as usize));
                from = end;
            }
        }
    }
}

/// `##Heading`, which is a heading in no dialect of today.
fn heading(written: &str) -> Option<(usize, Diagnostic)> {
    let rest = written.trim_start_matches('#');
    let n_marks = written.len() - rest.len();
    if !(2..=6).contains(&n_marks) || !rest.starts_with(char::is_alphabetic) {
        return None;
    }
    let marks = &written[..n_marks];
    let message = format!("`{marks}` begins no heading without a space after it");
    let help = format!("write `{marks} `, or `\\{marks}` if text is meant");
    Some((n_marks, Diagnostic::new(Code::MarkdownHeading, message).help(help)))
}

/// `::note` and `!!! note`.
fn admonition(written: &str) -> Option<(usize, Diagnostic)> {
    let mark = ["::", "!!!"].into_iter().find(|mark| written.starts_with(mark))?;
    let rest = &written[mark.len()..];
    let name_start = rest.len() - rest.trim_start_matches(' ').len();
    let name = rest[name_start..].split(|c: char| !c.is_ascii_alphabetic()).next()?;
    let kind =
        if admonition_kind(name).is_some() { name } else { counterpart(name).filter(|_| mark == "!!!")? };
    let length = mark.len() + name_start + name.len();
    let message = format!("`{}` begins no admonition", &written[..length]);
    let help = format!("write `:::{kind}` on a line of its own, and `:::` after the content");
    Some((length, Diagnostic::new(Code::MarkdownUnknownAdmonition, message).help(help)))
}

/// The link whose text ends at the bracket: its place, and what keeps it from being one.
fn link_at(written: &str, bracket: usize) -> Option<(usize, usize, Diagnostic)> {
    let after = &written[bracket + 1..];
    let rest = after.trim_start_matches(' ');
    let n_spaces = after.len() - rest.len();
    let address = rest.strip_prefix('(')?.split('\n').next()?;
    let is_image = written[..open_of(written, bracket)?].ends_with('!');
    let is_address = is_image
        || ["/", "./", "../", "#", "http://", "https://"].iter().any(|start| address.starts_with(start));
    let open = open_of(written, bracket)?;
    // `a[0] (/b)` is no link to anybody.
    let follows_word = n_spaces == 1 && written[..open].ends_with(char::is_alphanumeric);
    if written[open..bracket].contains(']') || follows_word {
        return None;
    }
    if !is_address || n_spaces > 1 || (n_spaces == 1 && address.starts_with('#')) {
        return None;
    }
    let start = open - usize::from(is_image);
    let from = bracket + 1 + n_spaces + 1;
    let make =
        |message: &str, help: String| Diagnostic::new(Code::MarkdownLink, message.to_owned()).help(help);
    let Some(close) = address.find(')') else {
        let end = from + address.trim_end().len();
        let help = "end the address with `)`".to_owned();
        return Some((start, end, make("this link is not closed, so that it is shown as text", help)));
    };
    let (address, end) = (&address[..close], from + close + 1);
    if n_spaces == 1 {
        let message = "a space stands between the text and the address, so that this is no link";
        let help = format!("write `{}({address})`", &written[start..=bracket]);
        return Some((start, end, make(message, help)));
    }
    if !address.contains(' ') || address.contains(['"', '\'', '(']) {
        return None;
    }
    let help = format!("write `%20` for each space: `{}`", address.trim().replace(' ', "%20"));
    Some((start, end, make("an address has no spaces, so that this is no link", help)))
}

/// The bracket that begins the text which ends at another one, unless the author says that it is one.
fn open_of(written: &str, bracket: usize) -> Option<usize> {
    written[..bracket].rfind('[').filter(|open| !written[..*open].ends_with('\\'))
}

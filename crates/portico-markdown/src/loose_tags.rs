//! Tags that found no partner among their siblings, and the one message that each mistake with them gets.

use std::rc::Rc;

use portico_diagnostics::{Code, Diagnostic, Span, nearest};

use crate::page::Region;
use crate::scan::Dialect;
use crate::tag::{Form, Tag, VOID, parse_tag};

/// A tag without its partner.
pub(crate) struct LooseTag {
    tag: Rc<Tag>,
    language: Language,
}

/// What a tag was read as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// Text as a browser reads it, which forgives much.
    Html,
    Jsx,
}

/// So many are told of in one file: each is compared with the others.
const MAX_LOOSE_TAGS: usize = 500;

/// Elements whose end may be left out, and `svg`.
/// <https://html.spec.whatwg.org/multipage/syntax.html#optional-tags>
const CLOSED_BY_ITSELF: &[&str] = &[
    "body", "caption", "colgroup", "dd", "dt", "head", "html", "li", "optgroup", "option", "p", "rp", "rt",
    "svg", "tbody", "td", "tfoot", "th", "thead", "tr",
];

impl Region<'_, '_> {
    /// Remembers a tag that found no partner, until the whole file is read.
    pub(crate) fn add_loose_tag(&mut self, tag: Rc<Tag>, language: Language) {
        let is_forgiven =
            || CLOSED_BY_ITSELF.iter().chain(VOID).any(|known| tag.name.eq_ignore_ascii_case(known));
        if self.loose_tags.len() < MAX_LOOSE_TAGS && (language == Language::Jsx || !is_forgiven()) {
            self.loose_tags.push(LooseTag { tag, language });
        }
    }

    /// Whether browsers show another page than the one meant because a tag has no partner.
    fn is_noticed(&self, LooseTag { tag, language }: &LooseTag) -> bool {
        if *language == Language::Jsx {
            return true;
        }
        let before = &self.file.text()[..tag.span.start as usize];
        // Markdown may take the parts of a drawing for several blocks.
        let is_in_svg = before.rfind("<svg") > before.rfind("</svg");
        // `<iframe class="a"src="b">` is no tag by the rules, but browsers read it.
        let is_read =
            || self.unreadable_opening(tag).is_some_and(|span| self.file.slice(span).ends_with('>'));
        !is_in_svg && (tag.form == Form::Open || !is_read())
    }

    /// The last tag of that name before an end, if it cannot be read as one: up to its `>`, or to the end of the line.
    fn unreadable_opening(&self, end: &Tag) -> Option<Span> {
        let text = &self.file.text()[..end.span.start as usize];
        let at = text.rfind(&format!("<{}", end.name))?;
        if parse_tag(self.file.text(), at).is_some() {
            return None;
        }
        let mut quote = None;
        for (offset, c) in text[at..].char_indices() {
            match quote {
                None if c == '>' => return Some(Span::new(at, at + offset + 1)),
                None if matches!(c, '"' | '\'') => quote = Some(c),
                Some(open) if open == c => quote = None,
                _ => {}
            }
        }
        Some(Span::new(at, at + text[at..].lines().next().unwrap_or_default().trim_end().len()))
    }

    /// Reports the tags without partners. An end of the same name at another level, or of nearly the same name,
    /// belongs to the same mistake. Gives the place of the first one.
    pub(crate) fn report_loose_tags(&mut self) -> Option<Span> {
        let mut loose = std::mem::take(&mut self.loose_tags);
        loose.retain(|loose| self.is_noticed(loose));
        loose.sort_by_key(|loose| loose.tag.span);
        let first = loose.first()?.tag.span;
        let (mut ends, openings): (Vec<_>, Vec<_>) =
            loose.into_iter().partition(|loose| loose.tag.form == Form::Close);
        for opening in openings.into_iter().rev() {
            let follows = |end: &LooseTag| end.tag.span.start > opening.tag.span.start;
            let name = opening.tag.name.as_str();
            let at = ends.iter().position(|end| follows(end) && end.tag.name == name).or_else(|| {
                ends.iter().position(|end| follows(end) && nearest(&end.tag.name, [name]).is_some())
            });
            let end = at.map(|at| ends.remove(at));
            self.report_opening(&opening, end.as_ref());
        }
        for end in ends {
            let name = &end.tag.name;
            if let Some(opening) = self.unreadable_opening(&end.tag) {
                let message = format!("`<{name}` cannot be read as a tag");
                let help = "put each value in quotes, close them, and end the tag with `>`";
                self.report(Diagnostic::new(code(&end), message).help(help), opening);
                continue;
            }
            let help = format!("remove it, or put `<{name}>` before it at the same level");
            self.report(stray_end(&end).help(help), end.tag.span);
        }
        Some(first)
    }

    fn report_opening(&mut self, opening: &LooseTag, end: Option<&LooseTag>) {
        let (tag, name) = (&opening.tag, &opening.tag.name);
        let is_unknown = self.is_unknown_component(tag);
        let file = self.file.clone();
        match end {
            Some(end) if end.tag.name != *name => {
                if is_unknown {
                    self.unknown_component(tag);
                }
                if !is_unknown || self.is_unknown_component(&end.tag) {
                    let diagnostic = stray_end(end).help(format!("did you mean `</{name}>`?"));
                    self.report(diagnostic.label(&file, tag.span, "opened here"), end.tag.span);
                }
            }
            Some(end) => {
                if is_unknown {
                    self.unknown_component(tag);
                }
                let diagnostic = not_closed(opening)
                    .label(&file, end.tag.span, "its end stands in another list item, paragraph or component")
                    .help("move one of them, so that both stand at the same level");
                self.report(diagnostic, tag.span);
            }
            None if is_unknown && self.dialect == Dialect::Lenient => self.unknown_component(tag),
            None if is_unknown => {
                let message = format!("`<{name}>` is no component that is known here, and is not closed");
                let help = self.near_component(name).map_or_else(
                    || format!("if text is meant, write `\\<{name}>`"),
                    |near| format!("did you mean `<{near}>`? Add `</{near}>` at the same level"),
                );
                self.report(Diagnostic::new(Code::MarkdownSyntax, message).help(help), tag.span);
            }
            None => {
                let instead = if tag.is_component() {
                    format!("`<{name} />` if it has no content")
                } else {
                    format!("`\\<{name}>` if text is meant")
                };
                let help = format!("add `</{name}>` at the same level, or write {instead}");
                self.report(not_closed(opening).help(help), tag.span);
            }
        }
    }

    fn is_unknown_component(&self, tag: &Tag) -> bool {
        tag.is_component() && !self.is_known_component(&tag.name)
    }
}

/// In HTML, what goes wrong is how the page looks.
fn code(loose: &LooseTag) -> Code {
    match loose.language {
        Language::Html => Code::MarkdownUnclosedContainer,
        Language::Jsx => Code::MarkdownSyntax,
    }
}

fn not_closed(opening: &LooseTag) -> Diagnostic {
    Diagnostic::new(code(opening), format!("`<{}>` is not closed here", opening.tag.name))
}

fn stray_end(end: &LooseTag) -> Diagnostic {
    Diagnostic::new(code(end), format!("`</{}>` closes nothing that is open here", end.tag.name))
}

//! Code blocks: what stands beside the language in a fence, magic comments, marks on lines.

mod magic;
mod meta;

use portico_diagnostics::{Code, Diagnostic, Span};
use portico_document::{CodeBlock, CodeLine, Component, LineMark, Node, NodeKind};
use serde_json::{Map, Value};

use crate::addresses::percent_decoded;
use crate::components::CustomFence;
use crate::highlight::{highlight, near_language};
use crate::package_managers::{GROUP, PackageManager};
use crate::page::Region;
use magic::{Lack, Plain, Stray, first_magic_comment, without_magic_comments};
use meta::{Meta, Mistake};

/// A code block as written.
#[derive(Clone, Copy)]
pub(crate) struct Fence<'a> {
    pub(crate) language: &'a str,
    pub(crate) meta: &'a str,
    pub(crate) code: &'a str,
    pub(crate) span: Span,
}

impl Region<'_, '_> {
    /// Makes a node of a code block: what a custom fence or `npm2yarn` makes of it, else the code.
    pub(crate) fn code_block(&mut self, fence: &Fence<'_>) -> Node {
        if is_unclosed(self.file.slice(fence.span)) {
            let diagnostic =
                Diagnostic::new(Code::MarkdownUnclosedContainer, "this code block is not closed")
                    .help(fence_end(self.file.slice(fence.span)));
            self.report(diagnostic, self.place_in_fence(fence, 0, ""));
        }
        let components = self.page.components;
        if let Some(custom) = components.fence(fence.language) {
            return self.custom_fence(fence, custom);
        }
        if fence.meta.split_whitespace().any(|word| word.split('=').next() == Some("npm2yarn")) {
            return self.package_manager_tabs(fence);
        }
        self.plain_code_block(fence)
    }

    /// Tabs with the same commands for every package manager.
    fn package_manager_tabs(&mut self, fence: &Fence<'_>) -> Node {
        let place = self.node_span(fence.span);
        let meta = without_words(fence.meta, |word| word.starts_with("npm2yarn"));
        let mut items = Vec::new();
        for manager in PackageManager::ALL {
            let code = manager.translate(fence.code);
            let block = self.plain_code_block(&Fence { meta: &meta, code: &code, ..*fence });
            let props = text_props([("value", manager.command()), ("label", manager.label())]);
            items.push(component("TabItem", props, vec![block], place));
        }
        component("Tabs", text_props([("groupId", GROUP)]), items, place)
    }

    /// A fence of a language that the site gave a meaning.
    fn custom_fence(&mut self, fence: &Fence<'_>, custom: &CustomFence) -> Node {
        let place = self.node_span(fence.span);
        let Some(name) = &custom.component else {
            return self.plain_code_block(&Fence { language: &custom.language, ..*fence });
        };
        let block = self.plain_code_block(&Fence { language: &custom.language, meta: "", ..*fence });
        let mut props = fence_props(fence.meta);
        props.insert("code".to_owned(), Value::String(fence.code.trim_end_matches('\n').to_owned()));
        let nodes = self.named_component(name, props, vec![block], fence.span);
        match <[Node; 1]>::try_from(nodes) {
            Ok([node]) => node,
            Err(children) => Node::new(
                NodeKind::Element { tag: "div".to_owned(), attributes: Vec::new(), children },
                place,
            ),
        }
    }

    fn plain_code_block(&mut self, fence: &Fence<'_>) -> Node {
        let (written, glued) = match fence.language.find('{') {
            Some(at) => fence.language.split_at(at),
            None => (fence.language, ""),
        };
        let language = written.to_lowercase();
        let span = self.node_span(fence.span);
        if language == "mermaid" {
            let kind = NodeKind::Diagram { notation: language, source: fence.code.to_owned() };
            return Node::new(kind, span);
        }
        let meta = Meta::parse(&format!("{glued} {}", fence.meta));
        for mistake in &meta.mistakes {
            self.report_meta(fence, mistake);
        }
        let Plain { lines, mut marks, stray } = if meta.has_ranges() {
            if let Some((line, comment)) = first_magic_comment(fence.code, &language) {
                self.report_shown_comment(fence, line, comment);
            }
            let lines: Vec<_> = lines(fence.code).collect();
            let mark = |number| meta.highlights(number).then_some(LineMark::Highlighted);
            let marks = (1..=lines.len()).map(mark).collect();
            meta.ranges_beyond(lines.len()).for_each(|mistake| self.report_meta(fence, &mistake));
            Plain { lines, marks, stray: Vec::new() }
        } else {
            without_magic_comments(fence.code, &language)
        };
        for stray in stray {
            self.report_stray(fence, stray);
        }
        if language == "diff" {
            for (line, mark) in lines.iter().zip(&mut marks) {
                *mark = mark.or(diff_mark(line));
            }
        }
        let coloured = highlight(&language, &lines);
        if !coloured.is_known && !language.is_empty() {
            self.report_language(fence, written);
        }
        if let Some(problem) = coloured.problem {
            let diagnostic = Diagnostic::new(Code::MarkdownHighlight, format!("this code block {problem}"));
            self.report(diagnostic, self.place_in_fence(fence, 0, ""));
        }
        let lines =
            coloured.lines.into_iter().zip(marks).map(|(line, mark)| CodeLine { mark, ..line }).collect();
        let block = CodeBlock {
            language,
            title: meta.title,
            first_line_number: meta.first_line_number,
            lines,
            meta: meta.rest,
        };
        Node::new(NodeKind::Code(Box::new(block)), span)
    }

    fn report_meta(&mut self, fence: &Fence<'_>, mistake: &Mistake) {
        let diagnostic = Diagnostic::new(Code::MarkdownCodeMeta, &mistake.message);
        let place = self.place_in_fence(fence, 0, &mistake.written);
        self.report(diagnostic.maybe_help(mistake.help.clone()), place);
    }

    /// Reports a magic comment beside a list of lines, which alone counts.
    fn report_shown_comment(&mut self, fence: &Fence<'_>, line: usize, comment: &str) {
        let message = "the fence names lines to highlight, so that this comment is shown as code";
        let help = "remove the comment, or the lines in braces beside the language";
        let place = self.place_in_fence(fence, line + 1, comment);
        self.report(Diagnostic::new(Code::MarkdownMagicComment, message).help(help), place);
    }

    /// Reports a language that is nearly a known one.
    fn report_language(&mut self, fence: &Fence<'_>, language: &str) {
        let Some(near) = near_language(&language.to_lowercase(), self.page.components.fence_names()) else {
            return;
        };
        let diagnostic = Diagnostic::new(Code::MarkdownCodeLanguage, format!("no language `{language}`"))
            .help(format!("did you mean `{near}`?"));
        let place = self.place_in_fence(fence, 0, language);
        self.report(diagnostic, place);
    }

    fn report_stray(&mut self, fence: &Fence<'_>, stray: Stray) {
        let written = lines(fence.code).nth(stray.line).unwrap_or_default().trim();
        let misspelt;
        let (comment, message, help) = match stray.lack {
            Lack::Spelling(name) => {
                misspelt = format!("did you mean `{name}`?");
                (magic::word(written), "this comment highlights nothing", misspelt.as_str())
            }
            Lack::Comment(mark) => {
                misspelt = format!("begin it with `{mark}`, as comments of this language begin");
                (
                    written,
                    "this is no comment in the block's language, so that it is shown as code",
                    misspelt.as_str(),
                )
            }
            Lack::End => (
                "highlight-start",
                "this highlighting is not ended",
                "put a comment `highlight-end` after the last line that it is for",
            ),
            Lack::Start => (
                "highlight-end",
                "this ends no highlighting",
                "remove it, or put a comment `highlight-start` before the first line that it is for",
            ),
            Lack::NextLine => (
                "highlight-next-line",
                "no line follows that this could highlight",
                "put it before the line that it is for",
            ),
        };
        let place = self.place_in_fence(fence, stray.line + 1, comment);
        self.report(Diagnostic::new(Code::MarkdownMagicComment, message).help(help), place);
    }

    /// Where a text stands in a line of a fence as a word of its own; the line, if it is not there.
    fn place_in_fence(&self, fence: &Fence<'_>, line: usize, text: &str) -> Span {
        let source = self.file.slice(fence.span);
        // A block that a component makes may have other lines than its source.
        let n_before = if line < source.lines().count() { line } else { 0 };
        let at: usize = source.split_inclusive('\n').take(n_before).map(str::len).sum();
        let line = source[at..].lines().next().unwrap_or_default();
        let start = fence.span.start as usize + at;
        match word_at(line, text) {
            Some(at) => Span::new(start + at, start + at + text.len()),
            None => Span::new(start, start + line.trim_end().len()),
        }
    }
}

/// Where a text stands in a line, not as a part of a longer word.
fn word_at(line: &str, text: &str) -> Option<usize> {
    let is_whole = |at: usize| {
        !line[..at].ends_with(char::is_alphanumeric)
            && !line[at + text.len()..].starts_with(char::is_alphanumeric)
    };
    line.match_indices(text).map(|(at, _)| at).find(|at| !text.is_empty() && is_whole(*at))
}

/// What ends a block that is written so.
fn fence_end(written: &str) -> String {
    let written = written.trim_start();
    let mark = if written.starts_with('~') { '~' } else { '`' };
    let length = written.len() - written.trim_start_matches(mark).len();
    let name = if mark == '~' { "tildes" } else { "backticks" };
    format!("end it with a line of {length} {name}")
}

/// Whether a block as written begins with a fence and ends without one.
fn is_unclosed(written: &str) -> bool {
    let written = written.trim();
    let Some(mark) = written.chars().next().filter(|c| matches!(c, '`' | '~')) else { return false };
    let length = written.len() - written.trim_start_matches(mark).len();
    let last = written.rsplit_once('\n').map_or("", |(_, last)| last);
    let last = last.trim_start_matches(['>', ' ', '\t']);
    length >= 3 && !(last.len() >= length && last.chars().all(|c| c == mark))
}

/// What the first line of a custom fence says after the language: `a=1 b="two words"`, or `a=1&b=two%20words`.
fn fence_props(meta: &str) -> Map<String, Value> {
    let mut props = Map::new();
    let mut rest = meta.trim();
    while !rest.is_empty() {
        let length = word_length(rest);
        let (word, after) = rest.split_at(length);
        rest = after.trim_start();
        let is_quoted = word.contains(['"', '\'']);
        for part in
            word.split('&').filter(|part| !part.is_empty()).take(if is_quoted { 1 } else { usize::MAX })
        {
            let part = if is_quoted { word } else { part };
            let (name, value) = match part.split_once('=') {
                Some((name, value)) if is_quoted => {
                    (name, Value::String(value.trim_matches(['"', '\'']).to_owned()))
                }
                Some((name, value)) => (name, Value::String(percent_decoded(value))),
                None => (part, Value::Bool(true)),
            };
            props.insert(name.to_owned(), value);
        }
    }
    props
}

/// Meta text without some of its words.
fn without_words(meta: &str, is_dropped: impl Fn(&str) -> bool) -> String {
    let mut kept = Vec::new();
    let mut rest = meta.trim();
    while !rest.is_empty() {
        let (word, after) = rest.split_at(word_length(rest));
        rest = after.trim_start();
        if !is_dropped(word) {
            kept.push(word);
        }
    }
    kept.join(" ")
}

fn text_props<const N: usize>(props: [(&str, &str); N]) -> Map<String, Value> {
    props.into_iter().map(|(name, value)| (name.to_owned(), Value::String(value.to_owned()))).collect()
}

fn component(name: &str, props: Map<String, Value>, children: Vec<Node>, place: Span) -> Node {
    let component = Component { name: name.to_owned(), props, children, is_inline: false };
    Node::new(NodeKind::Component(Box::new(component)), place)
}

/// Lines without their breaks; a final break does not begin another line.
fn lines(code: &str) -> impl Iterator<Item = &str> {
    let code = code.strip_suffix('\n').unwrap_or(code);
    code.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// Length of a word, in which white space may stand between quotes: `a="b c"`.
fn word_length(text: &str) -> usize {
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None, space) if space.is_whitespace() => return at,
            _ => {}
        }
    }
    if quote.is_some() { text.find(char::is_whitespace).unwrap_or(text.len()) } else { text.len() }
}

fn diff_mark(line: &str) -> Option<LineMark> {
    if line.starts_with("+++") || line.starts_with("---") {
        None
    } else if line.starts_with('+') {
        Some(LineMark::Added)
    } else if line.starts_with('-') {
        Some(LineMark::Removed)
    } else {
        None
    }
}

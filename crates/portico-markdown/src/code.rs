//! Code blocks: what stands beside the language in a fence, magic comments, marks on lines.

use portico_diagnostics::{Code, Diagnostic, Span};
use portico_document::{CodeBlock, CodeLine, Component, LineMark, Node, NodeKind};
use serde_json::{Map, Value};

use crate::addresses::percent_decoded;
use crate::components::CustomFence;
use crate::highlight::highlight;
use crate::package_managers::{GROUP, PackageManager};
use crate::page::Region;

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
        let (language, glued) = match fence.language.find('{') {
            Some(at) => fence.language.split_at(at),
            None => (fence.language, ""),
        };
        let language = language.to_lowercase();
        let span = self.node_span(fence.span);
        if language == "mermaid" {
            let kind = NodeKind::Diagram { notation: language, source: fence.code.to_owned() };
            return Node::new(kind, span);
        }
        let meta = Meta::parse(&format!("{glued} {}", fence.meta));
        let (lines, mut marks) = if meta.ranges.is_empty() {
            without_magic_comments(fence.code, &language)
        } else {
            let lines: Vec<_> = lines(fence.code).collect();
            let marks = (1..=lines.len()).map(|number| meta.highlights(number)).collect();
            (lines, marks)
        };
        if language == "diff" {
            for (line, mark) in lines.iter().zip(&mut marks) {
                *mark = mark.or(diff_mark(line));
            }
        }
        let coloured = highlight(&language, &lines);
        if let Some(problem) = coloured.problem {
            let first_line = self.file.slice(fence.span).lines().next().map_or(0, str::len);
            let start = fence.span.start as usize;
            self.report(
                Diagnostic::new(Code::MarkdownHighlight, format!("this code block {problem}")),
                Span::new(start, start + first_line),
            );
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

/// What stands after the language.
#[derive(Debug, Default, PartialEq, Eq)]
struct Meta {
    title: Option<String>,
    ranges: Vec<(usize, usize)>,
    first_line_number: Option<u32>,
    rest: String,
}

impl Meta {
    fn parse(text: &str) -> Self {
        let mut meta = Self::default();
        let mut rest = text.trim();
        let mut words: Vec<&str> = Vec::new();
        while !rest.is_empty() {
            if let Some((title, after)) = quoted_title(rest) {
                meta.title = Some(title.to_owned());
                rest = after.trim_start();
                continue;
            }
            if let Some((ranges, after)) = ranges(rest) {
                meta.ranges.extend(ranges);
                rest = after.trim_start();
                continue;
            }
            let length = word_length(rest);
            let word = &rest[..length];
            rest = rest[length..].trim_start();
            match word.strip_prefix("showLineNumbers") {
                Some("") => meta.first_line_number = Some(1),
                Some(number) if number.starts_with('=') => {
                    meta.first_line_number =
                        number[1..].trim_matches(['{', '}', '"']).parse().ok().or(Some(1));
                }
                _ => words.push(word),
            }
        }
        meta.rest = words.join(" ");
        meta
    }

    fn highlights(&self, number: usize) -> Option<LineMark> {
        let is_in = self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&number));
        is_in.then_some(LineMark::Highlighted)
    }
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

fn quoted_title(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("title=")?;
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest[1..].split_once(quote)
}

/// Reads `{1,4-6}` and gives what follows it.
fn ranges(text: &str) -> Option<(Vec<(usize, usize)>, &str)> {
    let (inner, rest) = text.strip_prefix('{')?.split_once('}')?;
    let mut ranges = Vec::new();
    for part in inner.split(',') {
        let (from, to) = part.trim().split_once('-').unwrap_or((part.trim(), part.trim()));
        ranges.push((from.trim().parse().ok()?, to.trim().parse().ok()?));
    }
    Some((ranges, rest))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Magic {
    Next,
    Start,
    End,
}

/// The lines without magic comments, and what those say of them.
fn without_magic_comments<'c>(code: &'c str, language: &str) -> (Vec<&'c str>, Vec<Option<LineMark>>) {
    let mut kept = Vec::new();
    let mut marks = Vec::new();
    let mut is_next = false;
    let mut is_block = false;
    for line in lines(code) {
        match magic_comment(line, language) {
            Some(Magic::Next) => is_next = true,
            Some(Magic::Start) => is_block = true,
            Some(Magic::End) => is_block = false,
            None => {
                kept.push(line);
                marks.push((is_next || is_block).then_some(LineMark::Highlighted));
                is_next = false;
            }
        }
    }
    (kept, marks)
}

fn magic_comment(line: &str, language: &str) -> Option<Magic> {
    if !line.contains("highlight-") {
        return None;
    }
    let line = line.trim();
    comment_styles(language).iter().find_map(|(open, close)| {
        match line.strip_prefix(open)?.strip_suffix(close)?.trim() {
            "highlight-next-line" => Some(Magic::Next),
            "highlight-start" => Some(Magic::Start),
            "highlight-end" => Some(Magic::End),
            _ => None,
        }
    })
}

type CommentStyle = (&'static str, &'static str);

const C: &[CommentStyle] = &[("//", ""), ("/*", "*/")];
const JSX: &[CommentStyle] = &[("//", ""), ("/*", "*/"), ("{/*", "*/}")];
const HASH: &[CommentStyle] = &[("#", "")];
const MARKUP: &[CommentStyle] = &[("<!--", "-->")];
const DASHES: &[CommentStyle] = &[("--", "")];
const ANY: &[CommentStyle] =
    &[("//", ""), ("/*", "*/"), ("{/*", "*/}"), ("#", ""), ("<!--", "-->"), ("--", ""), (";", ""), ("%", "")];

fn comment_styles(language: &str) -> &'static [CommentStyle] {
    match language {
        "js" | "javascript" | "ts" | "typescript" | "java" | "c" | "cpp" | "csharp" | "go" | "rust"
        | "swift" | "kotlin" | "groovy" | "gradle" | "scss" | "css" | "apex" => C,
        "jsx" | "tsx" | "mdx" => JSX,
        "python" | "py" | "bash" | "sh" | "shell" | "console" | "ruby" | "rb" | "yaml" | "yml" | "toml"
        | "dockerfile" | "nginx" | "http" | "graphql" => HASH,
        "html" | "xml" | "svg" | "markdown" | "md" => MARKUP,
        "sql" | "lua" | "haskell" => DASHES,
        _ => ANY,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_stands_beside_the_language() {
        for (text, title, ranges, number, rest) in [
            (r#"title="a b.js" {1,4-6} showLineNumbers"#, Some("a b.js"), &[(1, 1), (4, 6)][..], Some(1), ""),
            ("title='x' showLineNumbers=5", Some("x"), &[], Some(5), ""),
            ("npm2yarn operation=create {x}", None, &[], None, "npm2yarn operation=create {x}"),
            (r#"schema="A B" x"#, None, &[], None, r#"schema="A B" x"#),
            ("title=\"open", None, &[], None, "title=\"open"),
        ] {
            let expected = Meta {
                title: title.map(str::to_owned),
                ranges: ranges.to_vec(),
                first_line_number: number,
                rest: rest.to_owned(),
            };
            assert_eq!(Meta::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn magic_comments_follow_the_language() {
        let check = |language: &str, code: &str, expected: &str| {
            let (lines, marks) = without_magic_comments(code, language);
            let found: Vec<_> = lines
                .iter()
                .zip(marks)
                .map(|(line, mark)| if mark.is_some() { format!("*{line}") } else { (*line).to_owned() })
                .collect();
            assert_eq!(found.join("|"), expected);
        };
        check("js", "a\n// highlight-next-line\nb\nc\n", "a|*b|c");
        check("jsx", "{/* highlight-start */}\na\nb\n{/* highlight-end */}\nc", "*a|*b|c");
        check("python", "# highlight-next-line\na", "*a");
        check("python", "// highlight-next-line\na", "// highlight-next-line|a");
        check("", "<!-- highlight-next-line -->\na\n\n", "*a|");
    }
}

//! Magic comments in code: `highlight-next-line`, `highlight-start` and `highlight-end`, alone on a line.

use portico_diagnostics::nearest_within;
use portico_document::LineMark;

use super::lines;

/// Code without its magic comments.
#[derive(Debug, Default)]
pub(super) struct Plain<'c> {
    pub(super) lines: Vec<&'c str>,
    /// What the comments say of each line.
    pub(super) marks: Vec<Option<LineMark>>,
    /// Comments that mark nothing, or not what they seem to.
    pub(super) stray: Vec<Stray>,
}

/// A magic comment without what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stray {
    /// Its line in the code as written, counted from 0.
    pub(super) line: usize,
    pub(super) lack: Lack,
}

/// What a magic comment lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// `highlight-start` without an end.
    End,
    /// `highlight-end` without a start.
    Start,
    /// `highlight-next-line` on the last line.
    NextLine,
    /// The spelling of this one.
    Spelling(&'static str),
    /// The mark that begins a comment in the language.
    Comment(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Magic {
    Next,
    Start,
    End,
}

/// The line and the comment of the first magic comment, for blocks where they mean nothing.
pub(super) fn first_magic_comment<'c>(code: &'c str, language: &str) -> Option<(usize, &'c str)> {
    let (line, text) = lines(code)
        .enumerate()
        .find(|(_, text)| text.contains(MARK) && magic_comment(text, language).is_some())?;
    Some((line, word(text)))
}

/// The word of a line that begins as magic comments do.
pub(super) fn word(line: &str) -> &str {
    let rest = line.find(MARK).map_or("", |at| &line[at..]);
    rest.split(|c: char| c != '-' && !c.is_ascii_lowercase()).next().unwrap_or_default()
}

/// Takes the magic comments out.
pub(super) fn without_magic_comments<'c>(code: &'c str, language: &str) -> Plain<'c> {
    let mut plain = Plain::default();
    // The lines of the comments that are in force.
    let (mut next, mut block) = (None, None);
    for (line, text) in lines(code).enumerate() {
        let may_be_magic = text.contains(MARK);
        match may_be_magic.then(|| magic_comment(text, language)).flatten() {
            Some(Magic::Next) => next = Some(line),
            Some(Magic::Start) => {
                if let Some(line) = block.replace(line) {
                    plain.stray.push(Stray { line, lack: Lack::End });
                }
            }
            Some(Magic::End) => {
                if block.take().is_none() {
                    plain.stray.push(Stray { line, lack: Lack::Start });
                }
            }
            None => {
                if may_be_magic && let Some(lack) = near_magic_comment(text, language) {
                    plain.stray.push(Stray { line, lack });
                }
                plain.lines.push(text);
                let is_marked = next.take().is_some() || block.is_some();
                plain.marks.push(is_marked.then_some(LineMark::Highlighted));
            }
        }
    }
    let open = [(block, Lack::End), (next, Lack::NextLine)];
    plain.stray.extend(open.into_iter().filter_map(|(line, lack)| Some(Stray { line: line?, lack })));
    plain
}

fn magic_comment(line: &str, language: &str) -> Option<Magic> {
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

/// What a line lacks to be a magic comment, if it is nearly one.
fn near_magic_comment(line: &str, language: &str) -> Option<Lack> {
    let own = comment_styles(language);
    let (style, word) = ANY.iter().find_map(|style| {
        let word = line.trim().strip_prefix(style.0)?.strip_suffix(style.1)?.trim();
        word.starts_with(MARK).then_some((style, word))
    })?;
    let near = nearest_within(2, word, NAMES.iter().copied())?;
    if near != word {
        return Some(Lack::Spelling(near));
    }
    (!own.contains(style)).then_some(Lack::Comment(own[0].0))
}

/// What all magic comments begin with.
const MARK: &str = "highlight-";

/// The magic comments.
const NAMES: &[&str] = &["highlight-next-line", "highlight-start", "highlight-end"];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magic_comments_follow_the_language() {
        let check = |language: &str, code: &str, expected: &str| {
            let plain = without_magic_comments(code, language);
            let found: Vec<_> = plain
                .lines
                .iter()
                .zip(plain.marks)
                .map(|(line, mark)| if mark.is_some() { format!("*{line}") } else { (*line).to_owned() })
                .collect();
            assert_eq!(found.join("|"), expected);
            assert_eq!(plain.stray, []);
        };
        check("js", "a\n// highlight-next-line\nb\nc\n", "a|*b|c");
        check("jsx", "{/* highlight-start */}\na\nb\n{/* highlight-end */}\nc", "*a|*b|c");
        check("python", "# highlight-next-line\na", "*a");
        check("", "<!-- highlight-next-line -->\na\n\n", "*a|");
    }

    #[test]
    fn what_is_nearly_a_magic_comment_is_told() {
        for (language, line, expected) in [
            ("js", "// highlight-nextline", Some(Lack::Spelling("highlight-next-line"))),
            ("js", "# highlight-start", Some(Lack::Comment("//"))),
            ("python", "// highlight-next-line", Some(Lack::Comment("#"))),
            ("yaml", "# highlight-line", None),
            ("js", "a() // highlight-end", None),
            ("css", ".highlight-start {", None),
        ] {
            let stray = without_magic_comments(line, language).stray;
            assert_eq!(stray.first().map(|stray| stray.lack), expected, "{line}");
        }
    }

    #[test]
    fn magic_comments_need_what_belongs_to_them() {
        let check = |code: &str, expected: &[(usize, Lack)]| {
            let plain = without_magic_comments(code, "js");
            let found: Vec<_> = plain.stray.iter().map(|stray| (stray.line, stray.lack)).collect();
            assert_eq!(found, expected);
        };
        check("a\n// highlight-start\nb\n", &[(1, Lack::End)]);
        check("a\n// highlight-end\nb\n", &[(1, Lack::Start)]);
        check("// highlight-start\na\n// highlight-start\nb\n// highlight-end\n", &[(0, Lack::End)]);
        check("a\n// highlight-next-line\n", &[(1, Lack::NextLine)]);
    }
}

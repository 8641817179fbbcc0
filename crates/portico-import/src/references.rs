//! Finds where content names other files of the project, outside code, and lets them be renamed.

use crate::project::{folder_of, resolve};

/// A place where content names a file of the project.
#[derive(Debug)]
pub(crate) struct Reference<'a> {
    /// The path in the project.
    pub(crate) path: String,
    pub(crate) how: Use,
    /// Whether it is written from the project's folder: `@site/…`.
    pub(crate) is_site: bool,
    /// Whether the file's text is wanted, not what it exports.
    pub(crate) is_raw: bool,
    /// As written, without query and fragment.
    pub(crate) written: &'a str,
}

/// What a file is named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// `import … from '…'`.
    Import,
    /// A link or an image.
    Link,
}

/// The file whose references are renamed.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// Its path in the project.
    pub(crate) source: &'a str,
    /// The folder that `@site/` stands for.
    pub(crate) site: &'a str,
}

/// Gives a reference its new text; `None` leaves it.
pub(crate) type Rename<'r> = &'r mut dyn FnMut(&Reference<'_>) -> Option<String>;

/// The text with its references renamed.
pub(crate) fn rewrite(text: &str, file: Place<'_>, rename: Rename<'_>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut fence: Option<String> = None;
    let mut is_import = false;
    let mut follows_comment = false;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let mark: String = trimmed.chars().take_while(|character| matches!(character, '`' | '~')).collect();
        let is_mark = mark.len() >= 3 && mark.chars().all(|character| mark.starts_with(character));
        match &fence {
            Some(open) if is_mark && mark.starts_with(open.as_str()) && trimmed.trim_end() == mark => {
                fence = None;
            }
            None if is_mark && !trimmed[mark.len()..].trim_start().starts_with("mdx-code-block") => {
                fence = Some(mark);
            }
            _ => {}
        }
        if fence.is_some() {
            result.push_str(line);
            continue;
        }
        // An import may go over several lines; it ends with the quoted path.
        is_import |= line.starts_with("import ") || line.starts_with("import{");
        if is_import && follows_comment {
            // A comment such as `<!-- prettier-ignore -->` hides the statement on the line after it.
            result.push('\n');
        }
        follows_comment = trimmed.trim_end().ends_with("-->");
        let is_statement = is_import || (line.starts_with("export ") && line.contains(" from "));
        result.push_str(&rewrite_line(line, file, is_statement, rename));
        let has_path =
            trimmed.contains(" from ") || trimmed.starts_with("} from") || line.starts_with("import '");
        if is_import && (has_path || line.starts_with("import \"") || trimmed.trim_end().is_empty()) {
            is_import = false;
        }
    }
    result
}

fn rewrite_line(line: &str, file: Place<'_>, is_statement: bool, rename: Rename<'_>) -> String {
    let mut result = String::with_capacity(line.len());
    let mut at = 0;
    let mut is_code = false;
    let bytes = line.as_bytes();
    while let Some(byte) = bytes.get(at) {
        is_code ^= *byte == b'`';
        let opening = match byte {
            b'"' => Some('"'),
            b'\'' => Some('\''),
            b'(' => Some(')'),
            b'<' if line[at + 1..].starts_with(['.', '@']) => Some('>'),
            b' ' if line[..at].ends_with("]:") => Some('\n'),
            _ => None,
        };
        let Some(end) = opening.filter(|_| !is_code || is_statement) else {
            let length = line[at..].chars().next().map_or(1, char::len_utf8);
            result.push_str(&line[at..at + length]);
            at += length;
            continue;
        };
        let rest = &line[at + 1..];
        result.push_str(&line[at..=at]);
        at += 1;
        let length =
            rest.find(|character: char| character == end || (end == ')' && character.is_whitespace()));
        let length = length.unwrap_or(rest.len());
        let written = rest[..length].trim_end();
        if let Some((path, renamed)) = renamed(written, file, is_statement, rename) {
            result.push_str(&renamed);
            at += path;
        }
    }
    result
}

/// How many bytes of a written path are to be replaced, and by what.
fn renamed(
    written: &str,
    file: Place<'_>,
    is_statement: bool,
    rename: Rename<'_>,
) -> Option<(usize, String)> {
    let (loader, plain) = written.rsplit_once('!').map_or(("", written), |(loader, path)| (loader, path));
    let plain = plain.split(['?', '#']).next().unwrap_or(plain);
    let is_site = plain.starts_with("@site/");
    if !is_site && !plain.starts_with("./") && !plain.starts_with("../") {
        return None;
    }
    // Formatters escape the underscore of partials.
    let unescaped = if is_statement { plain.replace("\\_", "_") } else { plain.replace("%20", " ") };
    let path = match unescaped.strip_prefix("@site/") {
        Some(path) => resolve(file.site, path),
        None => resolve(folder_of(file.source), &unescaped),
    }?;
    let reference = Reference {
        path,
        how: if is_statement { Use::Import } else { Use::Link },
        is_site,
        is_raw: loader.contains("raw"),
        written: plain,
    };
    let prefix = if loader.is_empty() { String::new() } else { format!("{loader}!") };
    let length = prefix.len() + plain.len();
    match rename(&reference) {
        Some(new) if new != reference.written => Some((length, format!("{prefix}{new}"))),
        None if is_statement && unescaped != plain => Some((length, format!("{prefix}{unescaped}"))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let mut rename = |reference: &Reference<'_>| match (reference.path.as_str(), reference.how) {
            (path, _) if path.starts_with("docs/") => None,
            (path, Use::Import) => Some(format!("@site/data/{path}")),
            (path, Use::Link) => Some(format!("@site/{path}")),
        };
        let file = Place { source: "docs/guides/a.md", site: "" };
        assert_eq!(rewrite(text, file, &mut rename), expected);
    }

    #[test]
    fn paths_outside_code_are_renamed() {
        for (text, expected) in [
            ("import A from '@site/src/a';", "import A from '@site/data/src/a';"),
            ("import {\n  a,\n} from '../../src/a';\n", "import {\n  a,\n} from '@site/data/src/a';\n"),
            (
                "import A from '../\\_a.mdx'; import B from './b';",
                "import A from '../_a.mdx'; import B from './b';",
            ),
            (
                "import A from '!!raw-loader!@site/src/a.js';",
                "import A from '!!raw-loader!@site/data/src/a.js';",
            ),
            ("![a](../../static/a.png \"A\")", "![a](@site/static/a.png \"A\")"),
            ("[a](../b.md#c) [d](@site/docs/d.md)", "[a](../b.md#c) [d](@site/docs/d.md)"),
            ("<img src={require('../../a.png').default} />", "<img src={require('@site/a.png').default} />"),
            ("[a]: ../../b.pdf\n", "[a]: @site/b.pdf\n"),
            ("<!-- x -->\nimport A from './b';\n", "<!-- x -->\n\nimport A from './b';\n"),
            ("`import A from '../../a'`", "`import A from '../../a'`"),
            ("```js\nimport A from '../../a';\n```\n", "```js\nimport A from '../../a';\n```\n"),
            (
                "```mdx-code-block\nimport A from '../../a';\n```\n",
                "```mdx-code-block\nimport A from '@site/data/a';\n```\n",
            ),
        ] {
            check(text, expected);
        }
    }
}

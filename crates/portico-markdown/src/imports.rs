//! `import` and `export` statements, and the files they name.

use portico_diagnostics::Span;
use serde_json::{Map, Value};

use crate::script::{Names, evaluate, statement_end};

/// A statement at the start of a line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    /// `import A, {b as c} from 'file'`.
    Import {
        /// Names in the file, and names they get here.
        names: Vec<(Imported, String)>,
        from: String,
        from_span: Span,
    },
    /// `export const name = value`.
    Export { name: String, value: Span },
    /// An export that holds code.
    Code { span: Span },
}

/// What an import takes from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Imported {
    Default,
    All,
    Named(String),
}

/// Reads the statements on the line at `at`. Returns them and the offset of the line break after them. `None` if
/// the line is text after all.
pub(crate) fn parse_statements(text: &str, at: usize) -> Option<(Vec<Statement>, usize)> {
    let mut statements = Vec::new();
    let mut at = at;
    loop {
        let (statement, end) = parse_import(text, at).or_else(|| parse_export(text, at))?;
        statements.push(statement);
        at = skip(text, end, |c| matches!(c, ' ' | '\t' | ';' | '\r'));
        match text[at..].chars().next() {
            None | Some('\n') => return Some((statements, at)),
            Some('/') if text[at..].starts_with("//") => {
                let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
                return Some((statements, end));
            }
            Some(_) => {}
        }
    }
}

fn skip(text: &str, at: usize, is_skipped: impl Fn(char) -> bool) -> usize {
    text.len() - text[at..].trim_start_matches(is_skipped).len()
}

fn word_end(text: &str, at: usize) -> usize {
    skip(text, at, |c| c.is_alphanumeric() || matches!(c, '_' | '$'))
}

fn parse_import(text: &str, at: usize) -> Option<(Statement, usize)> {
    let after = text[at..].strip_prefix("import")?;
    if !after.starts_with([' ', '\t', '\n', '{', '"', '\'', '*']) {
        return None;
    }
    let mut names = Vec::new();
    let mut at = skip(text, at + 6, char::is_whitespace);
    if !text[at..].starts_with(['"', '\'']) {
        loop {
            let rest = &text[at..];
            if rest.starts_with('{') {
                let end = at + rest.find('}')?;
                for part in text[at + 1..end].split(',').map(str::trim).filter(|part| !part.is_empty()) {
                    let (name, local) = part.split_once(" as ").unwrap_or((part, part));
                    let name = name.trim().trim_start_matches("type ");
                    names.push((Imported::Named(name.to_owned()), local.trim().to_owned()));
                }
                at = end + 1;
            } else if rest.starts_with('*') {
                let start = skip(text, at + 1, char::is_whitespace);
                let start =
                    skip(text, start + text[start..].strip_prefix("as").map(|_| 2)?, char::is_whitespace);
                at = word_end(text, start);
                names.push((Imported::All, text[start..at].to_owned()));
            } else {
                let end = word_end(text, at);
                if end == at {
                    return None;
                }
                names.push((Imported::Default, text[at..end].to_owned()));
                at = end;
            }
            at = skip(text, at, char::is_whitespace);
            if !text[at..].starts_with(',') {
                break;
            }
            at = skip(text, at + 1, char::is_whitespace);
        }
        at = skip(text, at + text[at..].strip_prefix("from").map(|_| 4)?, char::is_whitespace);
    }
    let quote = text[at..].chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let length = text[at + 1..].find([quote, '\n'])?;
    let span = Span::new(at + 1, at + 1 + length);
    let end = span.end as usize + 1;
    text[span.range().end..].starts_with(quote).then(|| {
        (Statement::Import { names, from: text[span.range()].replace('\\', ""), from_span: span }, end)
    })
}

fn parse_export(text: &str, at: usize) -> Option<(Statement, usize)> {
    let rest = text[at..].strip_prefix("export ")?;
    let keyword = ["const ", "let ", "var ", "default ", "function ", "async ", "{", "*"]
        .into_iter()
        .find(|keyword| rest.starts_with(keyword))?;
    let end = statement_end(text, at);
    let code = || Some((Statement::Code { span: Span::new(at, end) }, end));
    if !matches!(keyword, "const " | "let " | "var ") {
        return code();
    }
    let start = skip(text, at + 7 + keyword.len(), char::is_whitespace);
    let name_end = word_end(text, start);
    let Some(equals) = text[name_end..end].find('=') else { return code() };
    if name_end == start || text[name_end + equals..].starts_with("=>") {
        return code();
    }
    let value = Span::new(name_end + equals + 1, end);
    Some((Statement::Export { name: text[start..name_end].to_owned(), value }, end))
}

/// The path that an import names, relative to the site folder, without looking whether it exists.
pub(crate) fn resolve_path(importer: &str, from: &str) -> Option<String> {
    if let Some(path) = from.strip_prefix("@site/") {
        return normalise("", path);
    }
    if from.starts_with("./") || from.starts_with("../") || from == ".." {
        let folder = importer.rsplit_once('/').map_or("", |(folder, _)| folder);
        return normalise(folder, from);
    }
    from.strip_prefix('/').and_then(|path| normalise("", path))
}

/// Joins a path to a folder; `None` if it leads out of the site folder.
pub(crate) fn normalise(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            other => parts.push(other),
        }
    }
    Some(parts.join("/"))
}

/// The constants that a JavaScript or TypeScript file exports, by name; the default export is `default`.
pub(crate) fn exported_constants(code: &str) -> Map<String, Value> {
    let mut constants: Map<String, Value> = Map::new();
    let mut exported = Map::new();
    let mut at = 0;
    while at < code.len() {
        let line = &code[at..];
        let trimmed = line.trim_start();
        let start = code.len() - trimmed.len();
        if trimmed.starts_with("/*") {
            at = start + trimmed.find("*/").map_or(trimmed.len(), |length| length + 2);
            continue;
        }
        let (is_exported, body) = match trimmed.strip_prefix("export ") {
            Some(rest) => (true, rest.trim_start()),
            None => (false, trimmed),
        };
        let body_start = code.len() - body.len();
        let end = statement_end(code, body_start).max(body_start + 1).min(code.len());
        let end = (end..=code.len()).find(|end| code.is_char_boundary(*end)).unwrap_or(code.len());
        let statement = &code[body_start..end];
        let known = constants.clone();
        let names: Names<'_> = &|name| known.get(name).cloned();
        if let Some((name, value)) = constant(statement) {
            if let Some(value) = evaluate(value, names) {
                if is_exported {
                    exported.insert(name.to_owned(), value.clone());
                }
                constants.insert(name.to_owned(), value);
            }
        } else if let Some(value) = statement
            .strip_prefix("default ")
            .filter(|_| is_exported)
            .or_else(|| statement.strip_prefix("module.exports")?.trim_start().strip_prefix('='))
        {
            if let Some(value) = evaluate(value.trim(), names) {
                exported.insert("default".to_owned(), value);
            }
        } else if is_exported && statement.starts_with('{') {
            for part in statement.trim_matches(['{', '}', ' ', '\n']).split(',') {
                let (name, alias) = part.split_once(" as ").unwrap_or((part, part));
                if let Some(value) = constants.get(name.trim()) {
                    exported.insert(alias.trim().to_owned(), value.clone());
                }
            }
        }
        at = skip(code, end, |c| matches!(c, ';' | '\n' | '\r' | ' '));
    }
    exported
}

/// The name and value of `const name: Type = value`.
fn constant(statement: &str) -> Option<(&str, &str)> {
    let rest = ["const ", "let ", "var "].into_iter().find_map(|keyword| statement.strip_prefix(keyword))?;
    let (head, value) = rest.split_once('=')?;
    let name = head.split(':').next()?.trim();
    (word_end(name, 0) == name.len()).then(|| (name, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = parse_statements(text, 0).map_or_else(
            || "text".to_owned(),
            |(statements, end)| {
                let statements: Vec<_> = statements
                    .iter()
                    .map(|statement| match statement {
                        Statement::Import { names, from, .. } => {
                            let names: Vec<_> = names
                                .iter()
                                .map(|(imported, local)| match imported {
                                    Imported::Default => local.clone(),
                                    Imported::All => format!("*{local}"),
                                    Imported::Named(name) => format!("{name}:{local}"),
                                })
                                .collect();
                            format!("{} < {from}", names.join(" "))
                        }
                        Statement::Export { name, value } => format!("{name} ={}", &text[value.range()]),
                        Statement::Code { span } => format!("code {}", &text[span.range()]),
                    })
                    .collect();
                format!("{} +{}", statements.join("; "), &text[end..])
            },
        );
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn reads_statements_and_leaves_prose() {
        check("import A from './a.mdx';\nx", "A < ./a.mdx +\nx");
        check("import A, {b as c, d} from \"x\"", "A b:c d:d < x +");
        check("import * as N from 'n'", "*N < n +");
        check("import Tabs from 't'; import Item from 'i';", "Tabs < t; Item < i +");
        check("import 'style.css'", " < style.css +");
        check("import {\n  a,\n  b\n} from 'x'\n", "a:a b:b < x +\n");
        check("export const a = {\n  b: 1,\n};\n\nx", "a = {\n  b: 1,\n} +\n\nx");
        check("export const f = () => {\n  return 1\n}\n", "f = () => {\n  return 1\n} +\n");
        check("export default function x() {}\n", "code export default function x() {} +\n");
        check("import the package from the shop.\n", "text");
        check("import A from './a' and more\n", "text");
        check("export your data\n", "text");
    }

    #[test]
    fn resolves_paths() {
        for (from, expected) in [
            ("./b.md", Some("content/a/b.md")),
            ("../b.md", Some("content/b.md")),
            ("@site/data/x.json", Some("data/x.json")),
            ("/data/x.json", Some("data/x.json")),
            ("../../../x", None),
            ("react", None),
        ] {
            assert_eq!(resolve_path("content/a/page.mdx", from).as_deref(), expected, "{from}");
        }
    }

    #[test]
    fn reads_exported_constants() {
        let found = exported_constants(
            "// c\nimport x from 'y';\nconst a = 'A';\nexport const b: string[] = [a, 'B'] as const;\n\
             const hidden = f();\nexport default {a, b};\n",
        );
        assert_eq!(Value::Object(found).to_string(), r#"{"b":["A","B"],"default":{"a":"A","b":["A","B"]}}"#);
    }
}

//! What an import that names no file may have meant.

use portico_diagnostics::{Code, Diagnostic, nearest};

use crate::imports::{normalise, resolve_path};

/// The help for an import, or another mention of a file, that names none: a file that it may have meant, written as it
/// would have to be. `paths` are those of all texts of the site folder, in a fixed order.
///
/// A page's own parsing cannot say this: its result is kept for as long as the files that it names stay as they are,
/// and the suggestion depends on all others.
pub fn suggest_file<'a>(
    diagnostic: &Diagnostic,
    paths: impl Iterator<Item = &'a str> + Clone,
) -> Option<String> {
    let place = diagnostic.place.as_ref().filter(|_| diagnostic.code == Code::MarkdownImport)?;
    let written = place.file.slice(place.span);
    let written = written.rsplit_once('!').map_or(written, |(_, path)| path);
    let importer = place.file.path();
    let wanted = resolve_path(importer, written).or_else(|| normalise("", written))?;
    let mut others = paths.filter(|path| *path != importer);
    if others.clone().any(|path| path == wanted) {
        return None;
    }
    let (folder, name) = split(&wanted);
    let siblings = others.clone().filter(|path| split(path).0 == folder);
    let meant = nearest(name, siblings.map(|path| split(path).1)).map_or_else(
        || {
            // Perhaps it stands in another folder, if there is but one of the name.
            let mut same = others.by_ref().filter(|path| split(path).1 == name);
            same.next().filter(|_| same.next().is_none()).map(str::to_owned)
        },
        |sibling| Some(if folder.is_empty() { sibling.to_owned() } else { format!("{folder}/{sibling}") }),
    )?;
    Some(format!("did you mean `{}`?", as_written(&meant, written, split(importer).0)))
}

/// Folder and name.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// The path of a file in the style of another: from the site folder, or from the importing file's folder.
fn as_written(path: &str, style: &str, folder: &str) -> String {
    if style.starts_with("@site/") {
        return format!("@site/{path}");
    }
    if style.starts_with('/') {
        return format!("/{path}");
    }
    if !style.starts_with('.') {
        return path.to_owned();
    }
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let n_shared = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
    let up = "../".repeat(from.len() - n_shared);
    format!("{}{}", if up.is_empty() { "./" } else { &up }, to[n_shared..].join("/"))
}

#[cfg(test)]
mod tests {
    use portico_diagnostics::{SourceFile, Span};

    use super::*;

    #[test]
    fn names_the_file_as_it_would_be_written() {
        let paths =
            ["content/_note.mdx", "content/guides/_steps.mdx", "content/guides/page.mdx", "data/banks.csv"];
        let check = |written: &str, expected: Option<&str>| {
            let file = SourceFile::new("content/guides/page.mdx", written);
            let diagnostic =
                Diagnostic::new(Code::MarkdownImport, "no file").at(&file, Span::new(0, written.len()));
            let found = suggest_file(&diagnostic, paths.into_iter());
            let expected = expected.map(|expected| format!("did you mean `{expected}`?"));
            assert_eq!(found, expected, "{written}");
        };
        check("./_stesp.mdx", Some("./_steps.mdx"));
        check("./_steps.md", Some("./_steps.mdx"));
        check("./_note.mdx", Some("../_note.mdx"));
        check("../_steps.mdx", Some("./_steps.mdx"));
        check("@site/content/_notes.mdx", Some("@site/content/_note.mdx"));
        check("@site/docs/_note.mdx", Some("@site/content/_note.mdx"));
        check("/data/bank.csv", Some("/data/banks.csv"));
        check("./page.mdx", None);
        check("./_other.mdx", None);
        check("../_note.mdx", None);
    }
}

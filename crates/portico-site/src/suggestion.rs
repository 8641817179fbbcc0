//! What the author of a broken link may have meant.

use crate::directory::Directory;
use crate::pages::CONTENT_FOLDER;
use crate::route_key;

/// The route that a broken path may have meant.
pub(crate) fn suggest_route<'a>(directory: &Directory<'a>, path: &str) -> Option<&'a str> {
    let pages = directory.pages.iter().map(|page| &page.route);
    let routes: Vec<_> =
        pages.chain([directory.search_route]).map(|route| (route.key(), route.as_str())).collect();
    suggest(route_key(path), &routes)
}

/// The source file that a broken path may have meant.
pub(crate) fn suggest_source<'a>(directory: &Directory<'a>, path: &str) -> Option<&'a str> {
    let plain = |path: &'a str| {
        path.strip_prefix(CONTENT_FOLDER).unwrap_or(path).trim_end_matches(".mdx").trim_end_matches(".md")
    };
    let sources = directory.pages.iter().map(|page| page.document.source.path());
    let sources: Vec<_> = sources.map(|source| (plain(source), source)).collect();
    let wanted = path.strip_prefix(CONTENT_FOLDER).unwrap_or(path);
    suggest(wanted.trim_end_matches(".mdx").trim_end_matches(".md"), &sources)
}

/// The file that a broken path may have meant: of `static/` from the root, of the content by its path in the site
/// folder.
pub(crate) fn suggest_file(directory: &Directory<'_>, path: &str) -> Option<String> {
    let static_files = directory.static_files.iter().map(|file| format!("/{file}"));
    let files: Vec<String> = static_files.chain(directory.asset_files.iter().cloned()).collect();
    let at = nearest_at(path, files.iter().map(String::as_str))?;
    files.into_iter().nth(at).filter(|file| is_like(path, file))
}

/// Of paths and what they are called: the one nearly like the wanted path, else the only one with nearly the same last
/// segment, which has perhaps moved.
fn suggest<'a>(wanted: &str, known: &[(&'a str, &'a str)]) -> Option<&'a str> {
    fn last(path: &str) -> &str {
        path.rsplit('/').next().unwrap_or(path)
    }
    let near = nearest_at(wanted, known.iter().map(|(path, _)| *path));
    if let Some(at) = near.filter(|at| known.get(*at).is_some_and(|(path, _)| is_like(wanted, path))) {
        return known.get(at).map(|(_, name)| *name);
    }
    let name = Some(last(wanted)).filter(|name| !matches!(*name, "" | "index" | "overview"))?;
    let name =
        known.get(nearest_at(name, known.iter().map(|(path, _)| last(path)))?).map(|(path, _)| last(path))?;
    let mut same = known.iter().filter(|(path, _)| last(path) == name);
    same.next().filter(|_| same.next().is_none()).map(|(_, name)| *name)
}

/// Whether two paths of the same folder have names that are near by themselves: `/guides/a` is not `/guides/b`.
fn is_like(wanted: &str, found: &str) -> bool {
    match (wanted.rsplit_once('/'), found.rsplit_once('/')) {
        (Some((folder, name)), Some((other, other_name))) if folder == other => {
            let name = name.split('.').next().unwrap_or(name);
            let limit = (name.len() / 3).max(1);
            let other_name = other_name.split('.').next().unwrap_or(other_name);
            name.len() > 1 && distance_within(name.as_bytes(), other_name.as_bytes(), limit).is_some()
        }
        _ => true,
    }
}

/// The position of the candidate nearest to a text, the first of equals, by the rule of
/// [`portico_diagnostics::nearest`]. A site has many routes, so each is given up as soon as it cannot be the nearest.
fn nearest_at<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> Option<usize> {
    let mut limit = (wanted.chars().count() / 3).max(1);
    let mut best = None;
    for (at, candidate) in candidates.enumerate() {
        if let Some(distance) = distance_within(wanted.as_bytes(), candidate.as_bytes(), limit) {
            best = Some(at);
            if distance == 0 {
                break;
            }
            // Only a nearer one can take its place.
            limit = distance - 1;
        }
    }
    best
}

/// The number of edits (one byte changed, added or removed, or two neighbours swapped) between two texts, if it is not
/// above a limit.
fn distance_within(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let n_same_start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[n_same_start..], &b[n_same_start..]);
    let n_same_end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - n_same_end], &b[..b.len() - n_same_end]);
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, byte) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(last.len());
        row.push(i + 1);
        for (j, other) in b.iter().enumerate() {
            let change = last[j] + usize::from(byte != other);
            let mut edits = change.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *byte == b[j - 1] && a[i - 1] == *other {
                edits = edits.min(before_last[j - 1] + 1);
            }
            row.push(edits);
        }
        if row.iter().min().is_none_or(|least| *least > limit) {
            return None;
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_counted_up_to_the_limit() {
        for (a, b, limit, expected) in [
            ("", "", 0, Some(0)),
            ("abc", "abc", 0, Some(0)),
            ("abc", "acb", 1, Some(1)),
            ("/install", "/instal", 1, Some(1)),
            ("/quickstrat", "/quickstart", 1, Some(1)),
            ("kitten", "sitting", 3, Some(3)),
            ("kitten", "sitting", 2, None),
            ("a", "abcd", 2, None),
        ] {
            assert_eq!(distance_within(a.as_bytes(), b.as_bytes(), limit), expected, "{a} {b}");
        }
    }

    #[test]
    fn pages_that_moved_are_found_by_their_last_segment() {
        let known = [
            ("/guides/install", "A"),
            ("/sdks/overview", "B"),
            ("/api/overview", "C"),
            ("/a/same", "D"),
            ("/b/same", "E"),
        ];
        for (wanted, expected) in [
            ("/guides/instal", Some("A")),
            ("/setup/deeply/nested/instal", Some("A")),
            ("/sdk/overview", Some("B")),
            ("/somewhere/else/overview", None),
            ("/somewhere/else/same", None),
            ("/nothing", None),
            ("/a/some", Some("D")),
            ("/a/past", None),
        ] {
            assert_eq!(suggest(wanted, &known), expected, "{wanted}");
        }
    }
}

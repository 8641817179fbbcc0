//! What the author of a broken link may have meant.

use portico_diagnostics::nearest;

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

/// Of paths and what they are called: the one nearly like the wanted path, else the only one with nearly the same last
/// segment, which has perhaps moved.
fn suggest<'a>(wanted: &str, known: &[(&'a str, &'a str)]) -> Option<&'a str> {
    fn last(path: &str) -> &str {
        path.rsplit('/').next().unwrap_or(path)
    }
    // The distance is at least the difference in length, which is cheaper to know.
    let limit = (wanted.len() / 3).max(1);
    let paths = known.iter().map(|(path, _)| *path);
    let near = nearest(wanted, paths.clone().filter(|path| path.len().abs_diff(wanted.len()) <= limit));
    if let Some(near) = near {
        return known.iter().find(|(path, _)| *path == near).map(|(_, name)| *name);
    }
    let name = Some(last(wanted)).filter(|name| !matches!(*name, "" | "index" | "overview"))?;
    let name = nearest(name, paths.map(last).filter(|known| known.len().abs_diff(name.len()) <= limit))?;
    let mut same = known.iter().filter(|(path, _)| last(path) == name);
    same.next().filter(|_| same.next().is_none()).map(|(_, name)| *name)
}

//! Routes: where pages are, and the files that hold them.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// The root-relative path of a page as declared: `/`, `/quickstart/`, `/api/overview`.
///
/// A route is URL-safe as it stands: its segments are made of ASCII letters, digits, `-`, `_`, `.` and `~`. It does
/// not carry the site's base path. Cloning is cheap.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Route(Arc<str>);

/// Why a text is not a route.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RouteError {
    /// It does not start at the root.
    #[error("does not start with `/`")]
    Relative,
    /// Two slashes stand side by side.
    #[error("has an empty segment")]
    EmptySegment,
    /// A segment is `.` or `..`.
    #[error("has a segment `{0}`")]
    DotSegment(String),
    /// A character would have to be escaped in a URL.
    #[error("{}", name_character(*.0))]
    Character(char),
    /// A segment is longer than file systems take.
    #[error("has a segment of more than {MAX_SEGMENT} characters")]
    LongSegment,
    /// It ends in a spelling that is read as another route.
    #[error("ends in `{0}`, which is read as the route without that ending")]
    Ending(&'static str),
    /// It is the file that unknown paths get.
    #[error("is the not-found page")]
    NotFound,
}

/// Longest segment of a route; leaves room for an ending below the 255 bytes that file systems take.
const MAX_SEGMENT: usize = 200;

impl Route {
    /// Reads a route as declared.
    pub fn parse(path: &str) -> Result<Self, RouteError> {
        let Some(inside) = path.strip_prefix('/') else { return Err(RouteError::Relative) };
        let segments = inside.strip_suffix('/').unwrap_or(inside);
        if path == "/" {
            return Ok(Self(path.into()));
        }
        for segment in segments.split('/') {
            check_segment(segment)?;
        }
        if path == "/404" {
            return Err(RouteError::NotFound);
        }
        if segments.strip_suffix(".html").is_some() {
            return Err(RouteError::Ending(".html"));
        }
        if segments.rsplit('/').next() == Some("index") {
            return Err(RouteError::Ending("index"));
        }
        Ok(Self(path.into()))
    }

    /// The site's root, `/`.
    pub fn root() -> Self {
        Self("/".into())
    }

    /// Where the search page is unless the settings say otherwise.
    pub(crate) fn usual_search() -> Self {
        Self("/search".into())
    }

    /// The route as declared.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The route without a slash at the end (the root stays `/`): the one form that all spellings share.
    /// See [`route_key`].
    pub fn key(&self) -> &str {
        match self.0.strip_suffix('/') {
            Some("") | None => &self.0,
            Some(key) => key,
        }
    }

    /// The file that holds the page, relative to the published site: `a/b.html` for `/a/b`,
    /// `quickstart/index.html` for `/quickstart/`, `index.html` for `/`.
    pub fn file_name(&self) -> String {
        let path = self.0.trim_start_matches('/');
        if path.is_empty() || path.ends_with('/') {
            format!("{path}index.html")
        } else {
            format!("{path}.html")
        }
    }

    /// The name of the page's data, to be put below the page data folder: `api/overview.json`, `quickstart.json`,
    /// `index.json` for `/`.
    pub fn page_data_name(&self) -> String {
        format!("{}.json", self.plain_name())
    }

    /// The name of the page's Markdown twin: `api/overview.md`, `quickstart.md`, `index.md` for `/`.
    pub fn markdown_name(&self) -> String {
        format!("{}.md", self.plain_name())
    }

    fn plain_name(&self) -> &str {
        match self.key() {
            "/" => "index",
            key => &key[1..],
        }
    }
}

fn name_character(character: char) -> String {
    if character == ' ' { "has a space".to_owned() } else { format!("has the character `{character}`") }
}

fn check_segment(segment: &str) -> Result<(), RouteError> {
    if segment.is_empty() {
        return Err(RouteError::EmptySegment);
    }
    if let Some(character) = segment.chars().find(|character| !is_route_character(*character)) {
        return Err(RouteError::Character(character));
    }
    if segment == "." || segment == ".." {
        return Err(RouteError::DotSegment(segment.to_owned()));
    }
    if segment.len() > MAX_SEGMENT {
        return Err(RouteError::LongSegment);
    }
    Ok(())
}

/// Whether a character can stand in a segment of a route.
pub(crate) fn is_route_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.' | '~')
}

/// The key of a path in any spelling: `/a/b`, `/a/b/`, `/a/b.html` and `/a/b/index.html` all give `/a/b`.
///
/// Paths are compared as they are, letter case included; query and fragment must be gone and escapes decoded before.
pub fn route_key(path: &str) -> &str {
    let path = path.strip_suffix("/index.html").or_else(|| path.strip_suffix(".html")).unwrap_or(path);
    let path = path.trim_end_matches('/');
    if path.is_empty() { "/" } else { path }
}

impl fmt::Display for Route {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}

impl AsRef<str> for Route {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Route {
    fn borrow(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_knows_its_files() {
        for (route, key, file, data) in [
            ("/", "/", "index.html", "index.json"),
            ("/support", "/support", "support.html", "support.json"),
            ("/quickstart/", "/quickstart", "quickstart/index.html", "quickstart.json"),
            ("/api/overview", "/api/overview", "api/overview.html", "api/overview.json"),
            ("/v1.2/notes", "/v1.2/notes", "v1.2/notes.html", "v1.2/notes.json"),
        ] {
            let route = Route::parse(route).expect("a route");
            assert_eq!(route.key(), key);
            assert_eq!(route.file_name(), file);
            assert_eq!(route.page_data_name(), data);
            assert_eq!(route.markdown_name(), data.replace(".json", ".md"));
        }
    }

    #[test]
    fn what_cannot_be_served_is_no_route() {
        for (text, error) in [
            ("", RouteError::Relative),
            ("a", RouteError::Relative),
            ("//", RouteError::EmptySegment),
            ("/a//b", RouteError::EmptySegment),
            ("/a/../b", RouteError::DotSegment("..".to_owned())),
            ("/a b", RouteError::Character(' ')),
            ("/größe", RouteError::Character('ö')),
            ("/a?b", RouteError::Character('?')),
            ("/a%20b", RouteError::Character('%')),
            ("/a.html", RouteError::Ending(".html")),
            ("/a/index", RouteError::Ending("index")),
            ("/404", RouteError::NotFound),
        ] {
            assert_eq!(Route::parse(text), Err(error), "{text}");
        }
        assert_eq!(Route::parse(&format!("/{}", "a".repeat(201))), Err(RouteError::LongSegment));
    }

    #[test]
    fn every_spelling_has_the_same_key() {
        for (path, key) in [
            ("/", "/"),
            ("/index.html", "/"),
            ("", "/"),
            ("/a", "/a"),
            ("/a/", "/a"),
            ("/a.html", "/a"),
            ("/a/index.html", "/a"),
            ("/a/b//", "/a/b"),
            ("/index", "/index"),
            ("/a.htm", "/a.htm"),
        ] {
            assert_eq!(route_key(path), key, "{path}");
        }
    }
}

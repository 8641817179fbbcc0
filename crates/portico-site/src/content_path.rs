//! What the path of a content file says about its page.

/// The page id that a content file has by its path below `content/`: number prefixes are stripped from every
/// segment, the ending is dropped.
///
/// `None` for files that are not pages: other endings than `.md` and `.mdx`, and partials, whose file or folder name
/// starts with `_`.
///
/// ```
/// # use portico_site::page_path_id;
/// assert_eq!(page_path_id("01-guides/3. install.md").as_deref(), Some("guides/install"));
/// assert_eq!(page_path_id("blog/2021-11-02-release.mdx").as_deref(), Some("blog/2021-11-02-release"));
/// assert_eq!(page_path_id("guides/_note.mdx"), None);
/// ```
pub fn page_path_id(path: &str) -> Option<String> {
    let stem = path.strip_suffix(".mdx").or_else(|| path.strip_suffix(".md"))?;
    if stem.split('/').any(|segment| segment.starts_with('_') || segment.is_empty()) {
        return None;
    }
    let segments: Vec<&str> = stem.split('/').map(|segment| number_prefix(segment).1).collect();
    Some(segments.join("/"))
}

/// A segment's number prefix (`01-`, `3. `, `2 - `) and the rest. Dates and versions are not number prefixes.
pub(crate) fn number_prefix(segment: &str) -> (Option<f64>, &str) {
    let digits = segment.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = segment.split_at(digits);
    let rest = after.trim_start_matches(' ');
    let Some(rest) = rest.strip_prefix(['-', '_', '.']) else { return (None, segment) };
    let name = rest.trim_start_matches(' ');
    let looks_like_more_digits = {
        let next = name.bytes().take_while(u8::is_ascii_digit).count();
        next > 0 && (next == name.len() || name[next..].starts_with(['-', '_', '.']))
    };
    if digits == 0 || name.is_empty() || looks_like_more_digits {
        return (None, segment);
    }
    (number.parse().ok(), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_paths_without_number_prefixes() {
        for (path, id) in [
            ("index.md", Some("index")),
            ("01-intro.md", Some("intro")),
            ("1. intro.md", Some("intro")),
            ("2 - two/03_three.mdx", Some("two/three")),
            ("2021-11-02-news.md", Some("2021-11-02-news")),
            ("7.0-release.md", Some("7.0-release")),
            ("7.0.md", Some("7.0")),
            ("10.md", Some("10")),
            ("1-.md", Some("1-")),
            ("3ds.md", Some("3ds")),
            ("a/_partial.mdx", None),
            ("_partials/a.md", None),
            ("image.png", None),
            ("readme.txt", None),
            (".md", None),
        ] {
            assert_eq!(page_path_id(path).as_deref(), id, "{path}");
        }
    }

    #[test]
    fn number_prefixes_are_positions() {
        for (segment, number, name) in [
            ("01-a", Some(1.0), "a"),
            ("10. b", Some(10.0), "b"),
            ("c", None, "c"),
            ("2 - d", Some(2.0), "d"),
        ] {
            assert_eq!(number_prefix(segment), (number, name));
        }
    }
}

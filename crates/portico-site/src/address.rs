//! The parts of addresses as authors write them.

use crate::pages::{CONTENT_FOLDER, resolve_dots};

/// An address as path and the rest: query and fragment, with `?` and `#`.
pub(crate) fn split_address(href: &str) -> (&str, &str) {
    href.split_at(href.find(['?', '#']).unwrap_or(href.len()))
}

/// `https:`, `mailto:` and so on; a colon later in a path is no scheme.
pub(crate) fn has_scheme(href: &str) -> bool {
    href.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|character| character.is_ascii_alphanumeric() || "+-.".contains(character))
    })
}

pub(crate) fn has_ending(path: &str, endings: &[&str]) -> bool {
    ending(path).is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

fn ending(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next()?;
    name.rsplit_once('.').map(|(_, ending)| ending)
}

/// Whether the last segment looks like the name of a file other than a page: `spec.pdf`, but not `v1.2`.
pub(crate) fn is_file_like(path: &str) -> bool {
    ending(path).is_some_and(|ending| {
        (1..=8).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && ending.bytes().any(|byte| byte.is_ascii_alphabetic())
            && !ending.eq_ignore_ascii_case("html")
    })
}

/// Everything up to the last slash, with it.
pub(crate) fn folder_of(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}

/// A relative path seen from a folder of the site folder, dots resolved.
pub(crate) fn in_folder(folder: &str, path: &str) -> String {
    let mut resolved = resolve_dots(&["/", folder, path].concat());
    resolved.remove(0);
    resolved
}

/// A file as an author would name it in place of an address: from the site folder, from `content/` or from the file
/// that the address stands in, whichever that one does. A path that starts with `/` is a file of `static/`.
pub(crate) fn in_style(file: &str, address: &str, source: &str) -> String {
    let written = if file.starts_with('/') {
        file.to_owned()
    } else if address.starts_with("@site/") {
        format!("@site/{file}")
    } else if address.starts_with('/') {
        format!("/{}", file.strip_prefix(CONTENT_FOLDER).unwrap_or(file))
    } else {
        let start = if address.starts_with('.') { "./" } else { "" };
        relative(file, folder_of(source), start)
    };
    written.replace(' ', "%20")
}

/// A path seen from a folder that ends in `/`; `start` stands before one that does not lead upwards.
fn relative(path: &str, folder: &str, start: &str) -> String {
    let shared = folder.split_inclusive('/').zip(path.split_inclusive('/')).take_while(|(a, b)| a == b);
    let n_shared: usize = shared.map(|(segment, _)| segment.len()).sum();
    let up = "../".repeat(folder[n_shared..].matches('/').count());
    format!("{}{}", if up.is_empty() { start } else { &up }, &path[n_shared..])
}

#[cfg(test)]
mod tests {
    use super::in_style;

    #[test]
    fn files_are_named_in_the_style_of_an_address() {
        for (file, address, expected) in [
            ("content/a/b.md", "./x.md", "./b.md"),
            ("content/a/b.md", "x.md", "b.md"),
            ("content/a/b.md", "../a/x.md", "./b.md"),
            ("content/c.md", "./x.md", "../c.md"),
            ("content/ab/my file.md", "x.md", "../ab/my%20file.md"),
            ("content/a/deep/b.md", "deep/x.md", "deep/b.md"),
            ("content/c.md", "/x.md", "/c.md"),
            ("content/c.md", "@site/content/x.md", "@site/content/c.md"),
            ("/logo.svg", "./logo.png", "/logo.svg"),
        ] {
            assert_eq!(in_style(file, address, "content/a/page.md"), expected, "{file} for {address}");
        }
    }
}

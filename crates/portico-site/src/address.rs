//! The parts of addresses as authors write them.

use crate::pages::resolve_dots;

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
    resolve_dots(&format!("/{folder}{path}")).trim_start_matches('/').to_owned()
}

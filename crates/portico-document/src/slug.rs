//! Heading slugs, by the rules of github-slugger, which Docusaurus uses: existing deep links keep working.

use std::collections::HashMap;

/// The slug of a heading's text: lower case, without characters other than letters, marks, digits, `_`, `-` and
/// space, each space a hyphen (runs are not collapsed).
pub fn slugify(text: &str) -> String {
    text.to_lowercase()
        .chars()
        .filter_map(|character| match character {
            ' ' => Some('-'),
            '-' | '_' => Some(character),
            other if is_word(other) => Some(other),
            _ => None,
        })
        .collect()
}

/// Letters, digits and combining marks; the last so that accents written as marks survive.
fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
}

/// Makes the slugs of one page unique: a repeated slug gets `-1`, `-2` and so on.
///
/// Explicit ids are registered too, so that no automatic slug collides with one.
#[derive(Clone, Debug, Default)]
pub struct SlugCounter {
    seen: HashMap<String, usize>,
}

impl SlugCounter {
    /// Registers an id as it is. Returns whether it was new.
    pub fn register(&mut self, id: &str) -> bool {
        self.seen.insert(id.to_owned(), 0).is_none()
    }

    /// A unique id made from a heading's text.
    pub fn unique(&mut self, text: &str) -> String {
        let slug = slugify(text);
        let mut candidate = slug.clone();
        while self.seen.contains_key(&candidate) {
            let count = self.seen.entry(slug.clone()).or_default();
            *count += 1;
            candidate = format!("{slug}-{count}");
        }
        self.seen.insert(candidate.clone(), 0);
        candidate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_github() {
        for (text, slug) in [
            ("Hello World", "hello-world"),
            ("What's new?", "whats-new"),
            ("a  b", "a--b"),
            ("`GET` /v2/payments", "get-v2payments"),
            ("Größe & Maß", "größe--maß"),
            ("snake_case-and-more", "snake_case-and-more"),
        ] {
            assert_eq!(slugify(text), slug);
        }
    }

    #[test]
    fn repeated_slugs_are_numbered_and_never_collide() {
        let mut counter = SlugCounter::default();
        let ids: Vec<_> = ["Notes", "Notes", "Notes 1", "Notes"].map(|text| counter.unique(text)).into();
        assert_eq!(ids, ["notes", "notes-1", "notes-1-1", "notes-2"]);
        assert!(counter.register("explicit"));
        assert_eq!(counter.unique("Explicit"), "explicit-1");
    }
}

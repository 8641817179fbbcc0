//! "Did you mean" suggestions.

/// The candidate nearest to `wanted` by Damerau-Levenshtein distance, if it is near enough to be worth naming:
/// at most a third of the wanted text's length, and of two letters or more, one edit is always allowed.
pub fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = wanted.chars().count();
    // Of one letter nothing is left after an edit.
    if length < 2 {
        return None;
    }
    nearest_within((length / 3).max(1), wanted, candidates)
}

/// The candidate nearest to `wanted` by Damerau-Levenshtein distance, if it is at most so many edits away.
pub fn nearest_within<'a>(
    limit: usize,
    wanted: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(wanted, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_the_near_and_leaves_the_far() {
        assert_eq!(nearest("/guides/instal", ["/guides/install", "/api"]), Some("/guides/install"));
        assert_eq!(nearest("tilte", ["title", "tags"]), Some("title"));
        assert_eq!(nearest("sidebar", ["title", "tags"]), None);
        assert_eq!(nearest("x", ["y"]), None);
    }
}

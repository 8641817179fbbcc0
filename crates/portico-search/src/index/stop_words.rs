//! Words that say little about a text.

/// The stop words of a language; none for languages that we have no list for.
pub(super) fn stop_words(language: &str) -> &'static [&'static str] {
    match language.split('-').next().unwrap_or_default() {
        "en" => &ENGLISH,
        _ => &[],
    }
}

/// Sorted.
const ENGLISH: [&str; 74] = [
    "a", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but", "by", "can",
    "could", "did", "do", "does", "doing", "for", "from", "had", "has", "have", "having", "he", "her",
    "here", "him", "his", "how", "i", "if", "in", "is", "it", "its", "me", "my", "of", "on", "or", "our",
    "should", "so", "some", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they",
    "this", "those", "to", "was", "we", "were", "what", "when", "where", "which", "while", "who", "why",
    "will", "with", "you", "your",
];

#[cfg(test)]
mod tests {
    #[test]
    fn are_sorted() {
        assert!(super::ENGLISH.is_sorted());
    }
}

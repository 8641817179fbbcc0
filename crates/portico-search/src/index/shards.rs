//! Sorted terms as bytes, cut into shards.
//!
//! What belongs to the terms of a shard stands in columns: like things side by side compress best.

use std::ops::Range;

use super::bytes::put_varint;
use super::dictionary::{Impact, TermPostings};

/// Sections kept for a term in the text of a large site.
const MOST_SECTIONS: usize = 3000;

/// Words that spelling is corrected by.
const MOST_WORDS: usize = 12_000;

/// Cuts terms into shards of about that many bytes. Each is handed over with where it begins, which of the terms it has,
/// and its bytes. All its terms, and none before it, come at or after the text where it begins, which is as short as can
/// be and empty for the first shard.
pub(super) fn cut(terms: &[TermPostings], size: usize, mut done: impl FnMut(&str, Range<usize>, &[u8])) {
    let most = if size == usize::MAX { usize::MAX } else { MOST_SECTIONS };
    let mut encoder = Encoder::default();
    let mut start = String::new();
    let mut first = 0;
    for (at, term) in terms.iter().enumerate() {
        let is_full = encoder.size() >= size;
        // A large term would make a shard that is half full much too large for all others in it.
        let is_split = encoder.size() >= size / 2 && encoder.size() + term.bytes.len() > size;
        if is_full || is_split {
            let next = shortest_after(&encoder.terms.previous, &term.term);
            done(&start, first..at, &std::mem::take(&mut encoder).finish());
            next.clone_into(&mut start);
            first = at;
        }
        encoder.add(&term.term, term.n_sections, &term.best(most));
    }
    done(&start, first..terms.len(), &encoder.finish());
}

/// The bytes of a shard of these terms, of a site that has several.
pub(super) fn shard(terms: &[TermPostings]) -> Vec<u8> {
    let mut encoder = Encoder::default();
    for term in terms {
        encoder.add(&term.term, term.n_sections, &term.best(MOST_SECTIONS));
    }
    encoder.finish()
}

/// The shortest start of a term that comes after the one before.
fn shortest_after<'a>(before: &str, term: &'a str) -> &'a str {
    let shared = shared_start(before, term);
    let next = term[shared..].chars().next().map_or(0, char::len_utf8);
    &term[..shared + next]
}

/// How many bytes two terms have in common at their start.
fn shared_start(one: &str, other: &str) -> usize {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    same.map(|(character, _)| character.len_utf8()).sum()
}

/// The commonest words without postings, for correcting misspelt ones.
pub(super) fn lexicon(terms: &[TermPostings]) -> Vec<u8> {
    let is_word = |term: &&TermPostings| {
        (4..=24).contains(&term.term.len()) && term.term.chars().all(char::is_alphabetic)
    };
    let mut words: Vec<(&TermPostings, u32)> = terms
        .iter()
        .filter(is_word)
        .map(|term| {
            (term, if term.is_prominent { term.n_sections.saturating_add(1000) } else { term.n_sections })
        })
        .collect();
    words.sort_by_key(|(_, rank)| std::cmp::Reverse(*rank));
    words.truncate(MOST_WORDS);
    // Only the order of the terms is lost in the choice.
    words.sort_by(|(one, _), (other, _)| one.term.encode_utf16().cmp(other.term.encode_utf16()));
    let mut terms = Terms::default();
    let mut magnitudes = Vec::new();
    for (term, _) in words {
        terms.add(&term.term);
        put_varint(&mut magnitudes, term.n_sections.ilog2() as usize);
    }
    let mut bytes = terms.finish();
    bytes.extend_from_slice(&magnitudes);
    bytes
}

/// Sorted terms, each without what it shares with the one before.
#[derive(Default)]
struct Terms {
    count: usize,
    previous: String,
    ends: String,
    shared: Vec<u8>,
}

impl Terms {
    fn size(&self) -> usize {
        self.ends.len() + self.shared.len()
    }

    fn add(&mut self, term: &str) {
        let n_shared = shared_start(&self.previous, term);
        if self.count > 0 {
            self.ends.push('\n');
        }
        self.ends.push_str(&term[n_shared..]);
        put_varint(&mut self.shared, term[..n_shared].encode_utf16().count());
        term.clone_into(&mut self.previous);
        self.count += 1;
    }

    fn finish(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_varint(&mut bytes, self.count);
        put_varint(&mut bytes, self.ends.len());
        bytes.extend_from_slice(self.ends.as_bytes());
        bytes.extend_from_slice(&self.shared);
        bytes
    }
}

/// Terms and their postings.
#[derive(Default)]
struct Encoder {
    terms: Terms,
    counts: Vec<u8>,
    gaps: Vec<u8>,
    marks: Vec<u8>,
    abouts: Vec<u8>,
}

impl Encoder {
    fn size(&self) -> usize {
        let columns = [&self.counts, &self.gaps, &self.marks, &self.abouts];
        self.terms.size() + columns.iter().map(|column| column.len()).sum::<usize>()
    }

    fn add(&mut self, term: &str, n_sections: u32, postings: &[(u32, Impact)]) {
        self.terms.add(term);
        let is_cut = postings.len() != n_sections as usize;
        put_varint(&mut self.counts, n_sections as usize * 2 + usize::from(is_cut));
        if is_cut {
            put_varint(&mut self.counts, postings.len());
        }
        let mut next = 0;
        for (section, impact) in postings {
            put_varint(&mut self.gaps, (section - next) as usize);
            next = section + 1;
            self.marks.push(impact.mark());
            if impact.is_prominent() {
                self.abouts.push(impact.section);
            }
        }
    }

    fn finish(self) -> Vec<u8> {
        let mut bytes = self.terms.finish();
        bytes.extend_from_slice(&self.counts);
        put_varint(&mut bytes, self.gaps.len());
        for column in [self.gaps, self.marks, self.abouts] {
            bytes.extend_from_slice(&column);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_begins_after_the_one_before() {
        for (before, term, expected) in [
            ("payment", "payout", "payo"),
            ("pay", "payment", "paym"),
            ("a", "b", "b"),
            ("返金", "返金額", "返金額"),
        ] {
            assert_eq!(shortest_after(before, term), expected);
        }
    }
}

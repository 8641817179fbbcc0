//! Sorted terms as bytes, cut into shards.
//!
//! A shard has the number of its terms; the ends of the terms, each without what it shares with the one before, as one
//! text with line breaks; for each term how much it shares, in how many sections it stands and the length of its
//! postings; then all postings.

use super::bytes::put_varint;
use super::dictionary::TermPostings;

/// Sections kept for a term in the text of a large site.
const MOST_SECTIONS: usize = 3000;

/// Words that spelling is corrected by.
const MOST_WORDS: usize = 20_000;

/// Cuts terms into shards of about that many bytes. Each is handed over with its first term, which is empty for the first
/// shard.
pub(super) fn cut(terms: &[TermPostings], size: usize, mut done: impl FnMut(&str, &[u8])) {
    let is_large = size != usize::MAX;
    let mut encoder = Encoder::default();
    let mut first = "";
    for term in terms {
        if encoder.size() >= size {
            done(first, &std::mem::take(&mut encoder).finish());
            first = &term.term;
        }
        let most = if is_large { MOST_SECTIONS } else { usize::MAX };
        encoder.add(&term.term, term.n_sections, &term.best(most));
    }
    done(first, &encoder.finish());
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
            (term, if term.is_prominent() { term.n_sections.saturating_add(1000) } else { term.n_sections })
        })
        .collect();
    words.sort_by_key(|(_, rank)| std::cmp::Reverse(*rank));
    words.truncate(MOST_WORDS);
    // Only the order of the terms is lost in the choice.
    words.sort_by(|(one, _), (other, _)| one.term.encode_utf16().cmp(other.term.encode_utf16()));
    let mut encoder = Encoder::default();
    for (term, _) in words {
        encoder.add(&term.term, term.n_sections, &[]);
    }
    encoder.finish()
}

#[derive(Default)]
struct Encoder {
    n_terms: usize,
    previous: String,
    ends: String,
    meta: Vec<u8>,
    postings: Vec<u8>,
}

impl Encoder {
    fn size(&self) -> usize {
        self.ends.len() + self.meta.len() + self.postings.len()
    }

    fn add(&mut self, term: &str, n_sections: u32, postings: &[u8]) {
        let same = self.previous.chars().zip(term.chars()).take_while(|(one, other)| one == other);
        let (n_units, n_bytes) =
            same.fold((0, 0), |(units, bytes), (one, _)| (units + one.len_utf16(), bytes + one.len_utf8()));
        if self.n_terms > 0 {
            self.ends.push('\n');
        }
        self.ends.push_str(&term[n_bytes..]);
        put_varint(&mut self.meta, n_units);
        put_varint(&mut self.meta, n_sections as usize);
        put_varint(&mut self.meta, postings.len());
        self.postings.extend_from_slice(postings);
        term.clone_into(&mut self.previous);
        self.n_terms += 1;
    }

    fn finish(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.size() + 16);
        put_varint(&mut bytes, self.n_terms);
        put_varint(&mut bytes, self.ends.len());
        bytes.extend_from_slice(self.ends.as_bytes());
        bytes.extend_from_slice(&self.meta);
        bytes.extend_from_slice(&self.postings);
        bytes
    }
}

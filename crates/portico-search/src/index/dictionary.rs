//! Terms and the sections that they stand in.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::bytes::{put_varint, take_varint};

/// What a posting says about a term in a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Impact {
    /// How much the section is about the term, 0 to 15.
    pub(super) strength: u8,
    /// Whether the term stands in the section's heading.
    pub(super) is_heading: bool,
    /// Whether the term is a name that the section explains.
    pub(super) is_name: bool,
    /// Kind of the section and length of its heading; kept for headings and names only.
    pub(super) section: u8,
}

const STRENGTH: u8 = 0x0f;
const HEADING: u8 = 0x40;
const NAME: u8 = 0x80;

impl Impact {
    /// What a posting's byte says.
    pub(super) fn mark(self) -> u8 {
        let heading = if self.is_heading { HEADING } else { 0 };
        let name = if self.is_name { NAME } else { 0 };
        self.strength | heading | name
    }

    /// Whether the section says more than that the term is in its text.
    pub(super) fn is_prominent(self) -> bool {
        self.is_heading || self.is_name
    }
}

/// All terms so far. Sections are added in ascending order.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    ids: FxHashMap<Box<str>, u32>,
    postings: Vec<Postings>,
    /// The first ids belong to stop words.
    n_stop_words: u32,
}

#[derive(Debug, Default)]
struct Postings {
    n_sections: u32,
    next: u32,
    is_prominent: bool,
    bytes: Vec<u8>,
}

impl Postings {
    fn add(&mut self, section: u32, impact: Impact) {
        put_varint(&mut self.bytes, (section - self.next) as usize);
        self.next = section + 1;
        self.n_sections += 1;
        self.is_prominent |= impact.is_prominent();
        put_impact(&mut self.bytes, impact);
    }
}

/// A term with its postings as bytes.
#[derive(Debug)]
pub(super) struct TermPostings {
    pub(super) term: Box<str>,
    pub(super) n_sections: u32,
    /// Whether some section has the term in its heading or explains it.
    pub(super) is_prominent: bool,
    pub(super) bytes: Vec<u8>,
}

impl Dictionary {
    /// A dictionary that knows these stop words.
    pub(super) fn new(stop_words: &[&str]) -> Self {
        let mut dictionary = Self::default();
        for word in stop_words {
            dictionary.id(word);
        }
        dictionary.n_stop_words = u32::try_from(stop_words.len()).expect("a short list");
        dictionary
    }

    /// Whether the number stands for a stop word.
    pub(super) fn is_stop_word(&self, id: u32) -> bool {
        id < self.n_stop_words
    }

    /// The number that stands for a term.
    pub(super) fn id(&mut self, term: &str) -> u32 {
        if let Some(id) = self.ids.get(term) {
            return *id;
        }
        let id = u32::try_from(self.postings.len()).expect("fewer than four thousand million terms");
        self.ids.insert(term.into(), id);
        self.postings.push(Postings::default());
        id
    }

    /// Notes that a term stands in a section.
    pub(super) fn add(&mut self, id: u32, section: u32, impact: Impact) {
        self.postings[id as usize].add(section, impact);
    }

    /// The terms that stand somewhere, in the order in which JavaScript compares strings.
    pub(super) fn into_sorted(self) -> Vec<TermPostings> {
        let mut postings = self.postings;
        let is_used = |(_, id): &(Box<str>, u32)| postings[*id as usize].n_sections > 0;
        let mut ids: Vec<(Box<str>, u32)> = self.ids.into_iter().filter(is_used).collect();
        ids.sort_unstable_by(|(one, _), (other, _)| compare(one, other));
        ids.into_iter()
            .map(|(term, id)| {
                let Postings { n_sections, is_prominent, bytes, .. } =
                    std::mem::take(&mut postings[id as usize]);
                TermPostings { term, n_sections, is_prominent, bytes }
            })
            .collect()
    }
}

/// Compares terms as JavaScript does.
pub(super) fn compare(one: &str, other: &str) -> Ordering {
    if one.is_ascii() && other.is_ascii() {
        one.cmp(other)
    } else {
        one.encode_utf16().cmp(other.encode_utf16())
    }
}

impl TermPostings {
    /// A term with sections in ascending order.
    pub(super) fn new(term: Box<str>, sections: &[(u32, Impact)]) -> Self {
        let mut postings = Postings::default();
        for (section, impact) in sections {
            postings.add(*section, *impact);
        }
        let Postings { n_sections, is_prominent, bytes, .. } = postings;
        Self { term, n_sections, is_prominent, bytes }
    }

    /// The sections, of a common term only the best: as many as `most`, besides headings and names.
    pub(super) fn best(&self, most: usize) -> Vec<(u32, Impact)> {
        let all = self.decode();
        if all.len() <= most {
            return all;
        }
        let mut strengths: Vec<u8> = all.iter().map(|(_, impact)| impact.strength).collect();
        strengths.sort_unstable_by(|one, other| other.cmp(one));
        let least = strengths[most.saturating_sub(1)];
        let n_above = strengths.partition_point(|strength| *strength > least);
        let mut n_at_least = most - n_above;
        let is_kept = |(_, impact): &(u32, Impact)| {
            if impact.is_prominent() || impact.strength > least {
                return true;
            }
            let is_within = impact.strength == least && n_at_least > 0;
            n_at_least -= usize::from(is_within);
            is_within
        };
        all.into_iter().filter(is_kept).collect()
    }

    /// All sections that it stands in.
    pub(super) fn decode(&self) -> Vec<(u32, Impact)> {
        let mut all = Vec::with_capacity(self.n_sections as usize);
        let mut position = 0;
        let mut next = 0;
        while position < self.bytes.len() {
            let gap = u32::try_from(take_varint(&self.bytes, &mut position)).expect("written from a u32");
            let section = next + gap;
            next = section + 1;
            let mark = self.bytes[position];
            position += 1;
            let mut impact = Impact {
                strength: mark & STRENGTH,
                is_heading: mark & HEADING != 0,
                is_name: mark & NAME != 0,
                section: 0,
            };
            if impact.is_prominent() {
                impact.section = self.bytes[position];
                position += 1;
            }
            all.push((section, impact));
        }
        all
    }
}

fn put_impact(bytes: &mut Vec<u8>, impact: Impact) {
    bytes.push(impact.mark());
    if impact.is_prominent() {
        bytes.push(impact.section);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn impact(strength: u8, is_name: bool) -> Impact {
        Impact { strength, is_heading: false, is_name, section: if is_name { 0x42 } else { 0 } }
    }

    #[test]
    fn common_terms_keep_their_best_sections_and_all_names() {
        let mut dictionary = Dictionary::default();
        let id = dictionary.id("amount");
        for (section, strength, is_name) in
            [(0, 5, false), (3, 9, false), (4, 1, true), (900, 9, false), (901, 5, false)]
        {
            dictionary.add(id, section, impact(strength, is_name));
        }
        let terms = dictionary.into_sorted();
        let sections: Vec<u32> = terms[0].best(3).iter().map(|(section, _)| *section).collect();
        assert_eq!(sections, [0, 3, 4, 900]);
        assert_eq!(terms[0].decode()[2].1, impact(1, true));
    }

    #[test]
    fn terms_are_ordered_as_javascript_orders_them() {
        let mut dictionary = Dictionary::default();
        for term in ["\u{ff41}", "\u{20000}", "b", "a"] {
            let id = dictionary.id(term);
            dictionary.add(id, 0, impact(1, false));
        }
        let order: Vec<String> = dictionary.into_sorted().iter().map(|term| term.term.to_string()).collect();
        assert_eq!(order, ["a", "b", "\u{20000}", "\u{ff41}"]);
    }
}

//! Words that mean the same on a site: `data/synonyms.toml`.
//!
//! They are worked into the index, so that a page about sub-merchants is found by `seller` as well, whatever engine
//! searches. The page's own words always count for more.

use std::collections::HashMap;

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span};
use serde::Deserialize;

use crate::terms::{Term, for_each_term};

/// Groups of words that mean the same.
#[derive(Clone, Debug, Default)]
pub struct Synonyms {
    groups: Vec<Vec<String>>,
    members: Vec<Member>,
    /// Members by their first term.
    by_first: HashMap<String, Vec<usize>>,
}

#[derive(Clone, Debug)]
struct Member {
    group: usize,
    terms: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    synonyms: Vec<WrittenGroup>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGroup {
    words: Vec<String>,
}

/// Reads a file of synonyms:
///
/// ```toml
/// [[synonyms]]
/// words = ["seller", "sub-merchant", "platform account"]
/// ```
pub fn parse_synonyms(source: &SourceFile) -> (Synonyms, Vec<Diagnostic>) {
    match toml::from_str::<Written>(source.text()) {
        Ok(written) => {
            let groups = written.synonyms.into_iter().map(|group| group.words);
            (Synonyms::new(groups), Vec::new())
        }
        Err(error) => {
            let span = error.span().unwrap_or_default();
            let message = error.message().trim().to_owned();
            let diagnostic =
                Diagnostic::new(Code::ConfigSyntax, message).at(source, Span::new(span.start, span.end));
            (Synonyms::default(), vec![diagnostic])
        }
    }
}

impl Synonyms {
    /// Equal for groups that have the same effect.
    pub(crate) fn described(&self) -> String {
        format!("{:?}", self.members)
    }

    /// Takes groups of words or phrases.
    pub fn new(groups: impl IntoIterator<Item = Vec<String>>) -> Self {
        let mut synonyms = Self { groups: groups.into_iter().collect(), ..Self::default() };
        for (group, words) in synonyms.groups.iter().enumerate() {
            for word in words {
                let terms = words_of(word);
                let Some(first) = terms.first() else { continue };
                synonyms.by_first.entry(first.clone()).or_default().push(synonyms.members.len());
                synonyms.members.push(Member { group, terms });
            }
        }
        synonyms
    }

    /// The groups as they were written.
    pub fn groups(&self) -> &[Vec<String>] {
        &self.groups
    }

    /// Finds words and phrases of the groups in a text that is read word by word.
    pub(crate) fn finder(&self) -> SynonymFinder<'_> {
        SynonymFinder { synonyms: self, begun: Vec::new(), found: Vec::new() }
    }

    fn others(&self, member: usize) -> impl Iterator<Item = &str> {
        let group = self.members[member].group;
        let others = self.members.iter().enumerate();
        others
            .filter(move |(at, other)| *at != member && other.group == group)
            .flat_map(|(_, other)| other.terms.iter().map(String::as_str))
    }
}

/// What was found so far in a text.
pub(crate) struct SynonymFinder<'a> {
    synonyms: &'a Synonyms,
    /// Phrases that the last words began: member, and how many of its words were read.
    begun: Vec<(usize, usize)>,
    found: Vec<usize>,
}

impl<'a> SynonymFinder<'a> {
    /// Reads the text's next word.
    pub(crate) fn read(&mut self, word: &str) {
        let Self { synonyms, begun, found } = self;
        let starting = synonyms.by_first.get(word);
        if begun.is_empty() && starting.is_none() {
            return;
        }
        let mut step = |(member, n_read): (usize, usize)| {
            let terms = &synonyms.members[member].terms;
            if terms[n_read] != word {
                return None;
            }
            if n_read + 1 < terms.len() {
                return Some((member, n_read + 1));
            }
            found.push(member);
            None
        };
        let mut next: Vec<(usize, usize)> = begun.drain(..).filter_map(&mut step).collect();
        next.extend(starting.into_iter().flatten().filter_map(|member| step((*member, 0))));
        *begun = next;
    }

    /// The terms of all words that mean the same as what was found, except those words themselves.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &'a str> {
        let synonyms = self.synonyms;
        let found = self.found.clone();
        found.into_iter().flat_map(|member| synonyms.others(member))
    }
}

fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for_each_term(text, |term| {
        if let Term::Word(word) = term {
            words.push(word.to_owned());
        }
    });
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_and_words_stand_for_each_other() {
        let source = SourceFile::new(
            "data/synonyms.toml",
            "[[synonyms]]\nwords = [\"seller\", \"platform account\"]\n[[synonyms]]\nwords = [\"refund\", \"money back\"]\n",
        );
        let (synonyms, diagnostics) = parse_synonyms(&source);
        assert!(diagnostics.is_empty());
        let of = |text: &str| {
            let mut finder = synonyms.finder();
            for word in words_of(text) {
                finder.read(&word);
            }
            finder.terms().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("Pay a seller"), "platform account");
        assert_eq!(of("Each platform account, then"), "seller");
        assert_eq!(of("A platform. A platform account."), "seller");
        assert_eq!(of("platform platform account"), "seller");
        assert_eq!(of("an account"), "");
    }

    #[test]
    fn mistakes_are_reported_where_they_stand() {
        let source = SourceFile::new("data/synonyms.toml", "[[synonyms]]\nword = [\"a\"]\n");
        let (_, diagnostics) = parse_synonyms(&source);
        assert_eq!(diagnostics.len(), 1);
        assert!(diagnostics[0].message.contains("unknown field `word`"), "{}", diagnostics[0].message);
    }
}

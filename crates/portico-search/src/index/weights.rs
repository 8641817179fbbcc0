//! How much a section is about each of its terms (BM25F: fields weighted, then saturated).

use crate::synonyms::SynonymFinder;
use crate::terms::{Term, for_each_term};
use crate::{Record, RecordKind, Synonyms};

use super::IndexOptions;
use super::dictionary::{Dictionary, Impact};

/// Weight of one occurrence, by field.
mod field {
    pub(super) const TITLE: f32 = 8.0;
    pub(super) const HEADING: f32 = 5.0;
    pub(super) const NAME: f32 = 8.0;
    pub(super) const NAME_PART: f32 = 2.0;
    pub(super) const KEYWORD: f32 = 5.0;
    pub(super) const DESCRIPTION: f32 = 2.0;
    pub(super) const TRAIL: f32 = 1.0;
    pub(super) const LABEL: f32 = 5.0;
    pub(super) const CRUMB: f32 = 1.0;
    pub(super) const ROUTE: f32 = 1.0;
    pub(super) const TEXT: f32 = 1.0;
    pub(super) const CODE: f32 = 0.4;
    pub(super) const HEADING_SYNONYM: f32 = 2.0;
    pub(super) const TEXT_SYNONYM: f32 = 0.4;
}

/// How soon more occurrences make no more difference.
const SATURATION: f32 = 1.6;

/// How much a long text counts less, and the length in words that counts as it is.
const LENGTH_SHARE: f32 = 0.5;
const USUAL_LENGTH: f32 = 80.0;

/// What one term has gathered in one section.
#[derive(Clone, Copy)]
struct Gathered {
    id: u32,
    /// Weight from short fields.
    fixed: f32,
    /// Weight from text and code, to be measured by their length.
    running: f32,
    is_heading: bool,
    is_name: bool,
}

/// Adds a record's terms.
pub(super) fn add_record(dictionary: &mut Dictionary, section: u32, record: &Record, options: &IndexOptions) {
    let synonyms = &options.synonyms;
    let mut collector = Collector { dictionary, synonyms, gathered: Vec::new(), n_running: 0, n_heading: 0 };
    let is_page = record.anchor.is_empty() && record.trail.is_empty() && record.heading == record.page.title;
    collector.heading(&record.heading, if is_page { field::TITLE } else { field::HEADING });
    if is_page {
        collector.fixed(&record.page.description, field::DESCRIPTION);
        record.page.keywords.iter().for_each(|keyword| collector.fixed(keyword, field::KEYWORD));
        collector.label(&record.page.label);
        record.page.crumbs.iter().for_each(|crumb| collector.fixed(crumb, field::CRUMB));
        collector.fixed(&record.page.route, field::ROUTE);
    }
    record.trail.iter().for_each(|heading| collector.fixed(heading, field::TRAIL));
    record.names.iter().for_each(|name| collector.name(name));
    collector.running(&record.text, field::TEXT);
    collector.code(&record.code);
    collector.finish(section, record.kind);
}

struct Collector<'a> {
    dictionary: &'a mut Dictionary,
    synonyms: &'a Synonyms,
    gathered: Vec<Gathered>,
    n_running: u16,
    n_heading: u8,
}

impl Collector<'_> {
    /// Notes a term, even a stop word.
    fn note(&mut self, term: &str, describe: impl FnOnce(&mut Gathered)) {
        let id = self.dictionary.id(term);
        self.note_id(id, describe);
    }

    /// Notes a term unless it is a stop word.
    fn note_word(&mut self, term: &str, describe: impl FnOnce(&mut Gathered)) {
        let id = self.dictionary.id(term);
        if !self.dictionary.is_stop_word(id) {
            self.note_id(id, describe);
        }
    }

    fn note_id(&mut self, id: u32, describe: impl FnOnce(&mut Gathered)) {
        let mut gathered = Gathered { id, fixed: 0.0, running: 0.0, is_heading: false, is_name: false };
        describe(&mut gathered);
        self.gathered.push(gathered);
    }

    fn heading(&mut self, text: &str, weight: f32) {
        let mut finder = self.synonyms.finder();
        for_each_term(text, |term| {
            if let Term::Word(word) = term {
                finder.read(word);
            }
            let id = self.dictionary.id(term.text());
            if matches!(term, Term::Word(_)) && !self.dictionary.is_stop_word(id) {
                self.n_heading = self.n_heading.saturating_add(1);
            }
            self.note_id(id, |gathered| {
                gathered.fixed = weight;
                gathered.is_heading = true;
            });
        });
        self.add_synonyms(&finder, field::HEADING_SYNONYM);
    }

    fn add_synonyms(&mut self, finder: &SynonymFinder<'_>, weight: f32) {
        for term in finder.terms() {
            self.note_word(term, |gathered| gathered.fixed = weight);
        }
    }

    fn fixed(&mut self, text: &str, weight: f32) {
        for_each_term(text, |term| {
            self.note_word(term.text(), |gathered| gathered.fixed = weight);
        });
    }

    /// A short form of the title: a query that says as much says it all.
    fn label(&mut self, label: &str) {
        let n_title = self.n_heading;
        self.n_heading = 0;
        self.heading(label, field::LABEL);
        self.n_heading = match self.n_heading {
            0 => n_title,
            n_label => n_title.min(n_label),
        };
    }

    /// A name is its whole; its parts only belong to it.
    fn name(&mut self, name: &str) {
        let mut is_chunk = false;
        for_each_term(name, |term| is_chunk |= matches!(term, Term::Whole(_)));
        for_each_term(name, |term| {
            let is_name = !is_chunk || matches!(term, Term::Whole(_));
            self.note(term.text(), |gathered| {
                gathered.fixed = if is_name { field::NAME } else { field::NAME_PART };
                gathered.is_name = is_name;
            });
        });
    }

    fn running(&mut self, text: &str, weight: f32) {
        let mut finder = self.synonyms.finder();
        for_each_term(text, |term| {
            if let Term::Word(word) = term {
                self.n_running = self.n_running.saturating_add(1);
                finder.read(word);
            }
            self.note_word(term.text(), |gathered| gathered.running = weight);
        });
        self.add_synonyms(&finder, field::TEXT_SYNONYM);
    }

    fn code(&mut self, code: &str) {
        for_each_term(code, |term| {
            if !is_sample_value(term.text()) {
                self.note_word(term.text(), |gathered| gathered.running = field::CODE);
            }
        });
    }

    fn finish(mut self, section: u32, kind: RecordKind) {
        let length = f32::from(self.n_running) / USUAL_LENGTH;
        let running_share = 1.0 / (1.0 - LENGTH_SHARE + LENGTH_SHARE * length.max(0.5));
        let about = self.n_heading.min(15) | (kind_number(kind) << 4);
        self.gathered.sort_by_key(|gathered| gathered.id);
        for same in self.gathered.chunk_by(|one, other| one.id == other.id) {
            let fixed: f32 = same.iter().map(|gathered| gathered.fixed).sum();
            let running: f32 = same.iter().map(|gathered| gathered.running).sum();
            let weight = fixed + running * running_share;
            let is_heading = same.iter().any(|gathered| gathered.is_heading);
            let is_name = same.iter().any(|gathered| gathered.is_name);
            let impact = Impact {
                strength: strength(weight),
                is_heading,
                is_name,
                section: if is_heading || is_name { about } else { 0 },
            };
            self.dictionary.add(same[0].id, section, impact);
        }
    }
}

/// Strength is kept in sixteen steps: `LEAST + STEP * n`. The reader knows them too.
const LEAST: f32 = 0.08;
const STEP: f32 = 0.06;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 15")]
fn strength(weight: f32) -> u8 {
    let share = weight / (weight + SATURATION);
    ((share - LEAST) / STEP).round().clamp(0.0, 15.0) as u8
}

/// Values that samples are full of and nobody looks for: long numbers, ids, digests.
fn is_sample_value(term: &str) -> bool {
    let n_digits = term.bytes().filter(u8::is_ascii_digit).count();
    n_digits >= 6 || (n_digits >= 3 && term.len() >= 12)
}

fn kind_number(kind: RecordKind) -> u8 {
    match kind {
        RecordKind::Page => 0,
        RecordKind::Heading => 1,
        RecordKind::Operation => 2,
        RecordKind::Field => 3,
        RecordKind::Code => 4,
    }
}

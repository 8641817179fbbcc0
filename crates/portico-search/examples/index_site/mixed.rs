//! Makes a large site from a small one, to see what large sites cost.
//!
//! The pages are invented from the sentences, headings and samples of the model's, so that no two are alike: copies would
//! compress far better than what people write. Now and then a word is replaced by a coined one, by a rule that gives few
//! of them often and many seldom, so that the vocabulary grows as it does on real sites.

use std::sync::Arc;

use portico_search::{Record, RecordKind, RecordPage};

/// One word in so many is a coined one, and so many can be coined.
const COINED_SHARE: usize = 40;
const MOST_COINED: f64 = 60_000.0;

/// The model's records, and after them those of invented pages, as many pages in all as wanted.
pub(crate) fn mixed(model: &[Record], n_pages: usize) -> Vec<Record> {
    let pages: Vec<&[Record]> = model.chunk_by(|one, other| Arc::ptr_eq(&one.page, &other.page)).collect();
    let pools = Pools::new(model);
    let mut random = Random(20);
    // A fifth more than on average.
    let mut all = Vec::with_capacity(model.len() * n_pages.max(pages.len()) / pages.len() * 6 / 5);
    all.extend(model.iter().cloned());
    for page in pages.len()..n_pages {
        let pattern = pages[random.below(pages.len())];
        // Neighbours are of one area, as on real sites.
        let neighbour = &pages[page * pages.len() / n_pages][0].page;
        all.extend(pools.invent(pattern, page, &neighbour.area, &mut random));
    }
    all
}

/// What invented pages are made of.
struct Pools<'a> {
    sentences: Vec<&'a str>,
    headings: Vec<&'a str>,
    samples: Vec<&'a str>,
}

impl<'a> Pools<'a> {
    fn new(model: &'a [Record]) -> Self {
        let sentences =
            model.iter().flat_map(|record| record.text.split('\n')).flat_map(|line| line.split(". "));
        let headings = model.iter().filter(|record| record.kind != RecordKind::Code);
        Self {
            sentences: sentences.filter(|sentence| !sentence.is_empty()).collect(),
            headings: headings.map(|record| record.heading.as_str()).collect(),
            samples: model
                .iter()
                .map(|record| record.code.as_str())
                .filter(|code| !code.is_empty())
                .collect(),
        }
    }

    /// A page with sections as long as the pattern's.
    fn invent(&self, pattern: &[Record], number: usize, area: &str, random: &mut Random) -> Vec<Record> {
        let title = varied(random.of(&self.headings), random);
        let page = Arc::new(RecordPage {
            route: format!("/mixed/{number}"),
            title: title.clone(),
            label: String::new(),
            area: area.to_owned(),
            ..(*pattern[0].page).clone()
        });
        let sections = pattern.iter().enumerate();
        sections
            .map(|(at, record)| {
                let heading = if at == 0 { title.clone() } else { varied(random.of(&self.headings), random) };
                let names = record.names.iter().map(|name| varied(name, random)).collect();
                Record {
                    page: Arc::clone(&page),
                    heading,
                    names,
                    text: self.text(record.text.len(), random),
                    code: if record.code.is_empty() {
                        String::new()
                    } else {
                        varied(random.of(&self.samples), random)
                    },
                    ..record.clone()
                }
            })
            .collect()
    }

    fn text(&self, length: usize, random: &mut Random) -> String {
        let mut text = String::new();
        while text.len() < length {
            text.push_str(&varied(random.of(&self.sentences), random));
            text.push_str(". ");
        }
        text
    }
}

fn varied(text: &str, random: &mut Random) -> String {
    let words = text
        .split(' ')
        .map(|word| if random.below(COINED_SHARE) == 0 { coined(random.rank()) } else { word.to_owned() });
    words.collect::<Vec<_>>().join(" ")
}

/// A word that can be spoken, one for each number.
fn coined(mut number: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "cor", "den", "fil", "gra", "hum", "jel", "kin", "lo", "mar", "nes", "pol", "ri", "sta", "tur",
        "ve",
    ];
    let mut word = String::from("q");
    loop {
        word.push_str(SYLLABLES[number % SYLLABLES.len()]);
        number /= SYLLABLES.len();
        if number == 0 {
            return word;
        }
    }
}

/// Numbers that look random and are the same each time (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).expect("below a usize")
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// Low numbers often, high ones seldom.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a small positive number, and precision is no matter"
    )]
    fn rank(&mut self) -> usize {
        let share = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        MOST_COINED.powf(share) as usize
    }
}

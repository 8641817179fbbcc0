//! The corpus: pages of a made-up documentation, the same for every engine and on every machine.

use super::random::Random;
use super::samples::{LANGUAGES, sample};
use super::words::{action, capitalized, kind, paragraph, sentence, thing};

/// Decides every word of the corpus.
const SEED: u64 = 0x0b5e_55ed;

/// Pages in one folder.
pub(crate) const PAGES_PER_FOLDER: usize = 25;

/// Folders in one area, which is a folder of folders.
pub(crate) const FOLDERS_PER_AREA: usize = 10;

/// Smallest and largest size of a page in bytes, markup not counted.
const SIZES: (usize, usize) = (5_000, 8_400);

/// One page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    /// Its place in the corpus, from 0.
    pub(crate) number: usize,
    /// One sentence about it.
    pub(crate) description: String,
    /// What stands before the first heading.
    pub(crate) intro: String,
    /// What follows.
    pub(crate) sections: Vec<Section>,
}

/// A heading and what stands below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    /// 2 or 3.
    pub(crate) level: usize,
    /// Text of the heading.
    pub(crate) title: String,
    /// What stands below it.
    pub(crate) blocks: Vec<Block>,
}

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// Sentences.
    Paragraph(String),
    /// A sample of code in a language.
    Code(&'static str, String),
    /// Name, type and description of fields.
    Table(Vec<[String; 3]>),
    /// A box: `note`, `tip` or `warning`, and its text.
    Admonition(&'static str, String),
    /// Points, numbered or not.
    List { is_ordered: bool, points: Vec<String> },
    /// A sentence that leads to the page of that number.
    Link(usize),
}

impl Block {
    fn size(&self) -> usize {
        match self {
            Self::Paragraph(text) | Self::Code(_, text) | Self::Admonition(_, text) => text.len(),
            Self::Table(rows) => rows.iter().flatten().map(String::len).sum(),
            Self::List { points, .. } => points.iter().map(String::len).sum(),
            Self::Link(_) => 80,
        }
    }
}

/// The first `n_pages` pages of a corpus of that size. Only links depend on the size.
pub(crate) fn corpus(n_pages: usize) -> impl Iterator<Item = Page> {
    (0..n_pages).map(move |number| page(number, n_pages))
}

/// A page's title, which no other page has.
pub(crate) fn title(number: usize) -> String {
    let mut random = Random::new(SEED, 2 * number as u64);
    let action = capitalized(action(&mut random));
    format!("{action} {} {} {}s {number}", kind(&mut random), thing(&mut random), thing(&mut random))
}

/// `area-00/topic-03/create-test-payment-files-77`: a page's path, without an ending.
pub(crate) fn path(number: usize) -> String {
    let (area, folder) = place(number);
    let slug = title(number).to_lowercase().replace(' ', "-");
    format!("area-{area:02}/topic-{folder:02}/{slug}")
}

/// A page's area and folder, both counted from 0; the folder within its area.
pub(crate) fn place(number: usize) -> (usize, usize) {
    let folder = number / PAGES_PER_FOLDER;
    (folder / FOLDERS_PER_AREA, folder % FOLDERS_PER_AREA)
}

fn page(number: usize, n_pages: usize) -> Page {
    let mut random = Random::new(SEED, 2 * number as u64 + 1);
    let description = sentence(&mut random).replace(['`', '*'], "");
    let intro = paragraph(&mut random, 3);
    let mut sections = sections(&mut random);
    let mut extras = extras(&mut random, n_pages);
    while let Some(block) = (!extras.is_empty()).then(|| extras.swap_remove(random.below(extras.len()))) {
        let section = random.below(sections.len());
        sections[section].blocks.push(block);
    }
    let target = random.between(SIZES.0, SIZES.1);
    let mut size: usize =
        intro.len() + sections.iter().flat_map(|section| &section.blocks).map(Block::size).sum::<usize>();
    while size < target {
        let filler = Block::Paragraph(random_paragraph(&mut random));
        size += filler.size();
        let section = random.below(sections.len());
        let blocks = &mut sections[section].blocks;
        blocks.insert(random.below(blocks.len() + 1), filler);
    }
    Page { number, description, intro, sections }
}

fn sections(random: &mut Random) -> Vec<Section> {
    let n_sections = random.between(6, 9);
    (0..n_sections)
        .map(|index| Section {
            level: if index % 3 == 2 { 3 } else { 2 },
            // The number keeps headings of a page apart, so that every engine gives them the same anchors.
            title: format!(
                "{} the {} {} {}",
                capitalized(action(random)),
                kind(random),
                thing(random),
                index + 1
            ),
            blocks: vec![Block::Paragraph(random_paragraph(random))],
        })
        .collect()
}

/// What every page has besides text: four samples, two tables, two boxes, two lists, five links.
fn extras(random: &mut Random, n_pages: usize) -> Vec<Block> {
    let first = random.below(LANGUAGES.len());
    let samples = (0..4).map(|step| LANGUAGES[(first + 3 * step) % LANGUAGES.len()]);
    let mut extras: Vec<Block> =
        samples.map(|language| Block::Code(language, sample(random, language))).collect();
    for _ in 0..2 {
        let n_rows = random.between(3, 5);
        extras.push(Block::Table((0..n_rows).map(|_| row(random)).collect()));
        let kind = random.pick(&["note", "tip", "warning"]);
        extras.push(Block::Admonition(kind, paragraph(random, 2)));
    }
    for is_ordered in [false, true] {
        extras.push(Block::List { is_ordered, points: (0..4).map(|_| sentence(random)).collect() });
    }
    extras.extend((0..5).map(|_| Block::Link(random.below(n_pages))));
    extras
}

fn row(random: &mut Random) -> [String; 3] {
    let name = format!("{}_{}", thing(random), thing(random));
    [name, random.pick(&["string", "integer", "boolean", "array"]).to_owned(), sentence(random)]
}

fn random_paragraph(random: &mut Random) -> String {
    let n_sentences = random.between(3, 5);
    paragraph(random, n_sentences)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn paths_are_unique_and_folders_full() {
        let paths: BTreeSet<String> = (0..1000).map(path).collect();
        assert_eq!(paths.len(), 1000);
        let in_first = paths.iter().filter(|path| path.starts_with("area-00/topic-00/")).count();
        assert_eq!(in_first, PAGES_PER_FOLDER);
        assert!(path(250).starts_with("area-01/topic-00/"));
    }

    #[test]
    fn every_page_holds_every_kind_of_block() {
        for page in corpus(50) {
            let blocks: Vec<&Block> = page.sections.iter().flat_map(|section| &section.blocks).collect();
            let count = |is: fn(&Block) -> bool| blocks.iter().filter(|block| is(block)).count();
            assert_eq!(count(|block| matches!(block, Block::Code(..))), 4);
            assert_eq!(count(|block| matches!(block, Block::Table(_))), 2);
            assert_eq!(count(|block| matches!(block, Block::Admonition(..))), 2);
            assert_eq!(count(|block| matches!(block, Block::List { .. })), 2);
            assert_eq!(count(|block| matches!(block, Block::Link(_))), 5);
        }
    }

    #[test]
    fn a_page_is_the_same_in_every_corpus_but_for_its_links() {
        let text = |page: Page| {
            let blocks = page.sections.into_iter().flat_map(|section| section.blocks);
            blocks.filter(|block| !matches!(block, Block::Link(_))).collect::<Vec<_>>()
        };
        let [small, large] = [50, 5000].map(|n_pages| corpus(n_pages).take(10).map(text).collect::<Vec<_>>());
        assert_eq!(small, large);
    }
}

//! An index that is planned upon an earlier one is, byte for byte, the one that is planned upon nothing.

use std::collections::BTreeMap;

use portico_diagnostics::SourceFile;
use portico_document::Document;
use portico_markdown::{Components, Files, ParseInput, parse};
use portico_search::{IndexBase, IndexOptions, IndexPages, IndexPlan, Key, SearchPage, Synonyms, plan_index};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

struct NoFiles;

impl Files for NoFiles {
    fn file(&self, _: &str) -> Option<SourceFile> {
        None
    }
}

/// A page: its area, if it has one, and its Markdown.
#[derive(Clone, Debug)]
struct Page {
    route: String,
    area: Option<&'static str>,
    text: String,
}

/// What an author may do to a list of pages.
#[derive(Clone, Debug)]
enum Edit {
    Add(Index, Page),
    Remove(Index),
    Change(Index, String),
    Move(Index, Index),
    Place(Index, Option<&'static str>),
}

fn words(most: usize) -> impl Strategy<Value = String> {
    let word = prop_oneof![4 => "[a-c]{1,3}", 2 => "(the|pay|refund|seller)", 1 => "[一-丐]{1,3}", 1 => "[\u{20000}-\u{20003}]"];
    vec(word, 1..most).prop_map(|words| words.join(" "))
}

fn text() -> impl Strategy<Value = String> {
    let section = (words(4), words(30)).prop_map(|(heading, text)| format!("## {heading}\n\n{text}\n"));
    (words(3), vec(section, 0..5))
        .prop_map(|(title, sections)| format!("# {title}\n\n{}", sections.join("\n")))
}

fn area() -> impl Strategy<Value = Option<&'static str>> {
    prop_oneof![Just(None), Just(Some("Guides")), Just(Some("API"))]
}

fn page() -> impl Strategy<Value = Page> {
    ("/[ab]/[a-z]{6}", area(), text()).prop_map(|(route, area, text)| Page { route, area, text })
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        (at(), page()).prop_map(|(at, page)| Edit::Add(at, page)),
        at().prop_map(Edit::Remove),
        (at(), text()).prop_map(|(at, text)| Edit::Change(at, text)),
        (at(), at()).prop_map(|(from, to)| Edit::Move(from, to)),
        (at(), area()).prop_map(|(at, area)| Edit::Place(at, area)),
    ]
}

fn apply(pages: &mut Vec<Page>, edit: Edit) {
    let n_pages = pages.len();
    match edit {
        Edit::Add(at, page) if pages.iter().all(|other| other.route != page.route) => {
            pages.insert(at.index(n_pages + 1), page);
        }
        Edit::Add(..) => {}
        _ if n_pages == 0 => {}
        Edit::Remove(at) => drop(pages.remove(at.index(n_pages))),
        Edit::Change(at, text) => pages[at.index(n_pages)].text = text,
        Edit::Place(at, area) => pages[at.index(n_pages)].area = area,
        Edit::Move(from, to) => {
            let page = pages.remove(from.index(n_pages));
            pages.insert(to.index(n_pages), page);
        }
    }
}

fn parsed(page: &Page) -> Document {
    let source = SourceFile::new(format!("content{}.md", page.route), page.text.clone());
    let (variables, components) = (BTreeMap::new(), Components::built_in());
    let input = ParseInput {
        source: &source,
        id: &page.route,
        variables: &variables,
        files: &NoFiles,
        components: &components,
        has_math: false,
    };
    parse(&input).0
}

/// The files of an index, and what it leaves for the next.
type Planned = (Vec<(String, Key, Vec<u8>)>, Vec<u8>);

fn planned(pages: &[Page], base: Option<&[u8]>, options: &IndexOptions) -> Planned {
    let documents: Vec<Document> = pages.iter().map(parsed).collect();
    let of_text = |page: &Page| -> Key {
        let hash = blake3::hash(page.text.as_bytes());
        *hash.as_bytes().first_chunk().expect("32 bytes")
    };
    let bodies: Vec<Key> = pages.iter().map(of_text).collect();
    let search_pages = pages
        .iter()
        .zip(&documents)
        .map(|(page, document)| SearchPage {
            route: &page.route,
            title: &document.title,
            crumbs: page.area.into_iter().collect(),
            area: page.area,
            body: document.body.clone(),
            ..SearchPage::default()
        })
        .collect();
    let base = base.map(|bytes| IndexBase::read(bytes).expect("a whole base"));
    let plan: IndexPlan<'_> = plan_index(IndexPages::new(search_pages, &bodies), base, options);
    let files = plan.files.iter().map(|file| (file.path.clone(), file.content, plan.bytes(file))).collect();
    let mut kept = Vec::new();
    plan.into_base().write(&mut kept);
    (files, kept)
}

/// Small files, so that there are many of them; or one.
fn options(is_whole: bool) -> IndexOptions {
    let largest_whole = if is_whole { 1 << 20 } else { 0 };
    IndexOptions { largest_whole, shard_size: 60, text_size: 300, ..IndexOptions::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn an_index_upon_any_other_is_the_one_upon_none(
        mut pages in vec(page(), 0..8),
        edits in vec(vec(edit(), 0..4), 1..5),
        is_whole in any::<bool>(),
    ) {
        pages.sort_by(|one, other| one.route.cmp(&other.route));
        pages.dedup_by(|one, other| one.route == other.route);
        let options = options(is_whole);
        let mut base = planned(&pages, None, &options).1;
        for edits in edits {
            for edit in edits {
                apply(&mut pages, edit);
            }
            let warm = planned(&pages, Some(&base), &options);
            prop_assert!(warm == planned(&pages, None, &options), "{pages:?}");
            base = warm.1;
        }
    }

    #[test]
    fn equal_content_means_equal_bytes(one in vec(page(), 1..6), edits in vec(edit(), 1..4)) {
        let mut other = one.clone();
        for edit in edits {
            apply(&mut other, edit);
        }
        let options = options(false);
        let known: BTreeMap<Key, Vec<u8>> =
            planned(&one, None, &options).0.into_iter().map(|(_, content, bytes)| (content, bytes)).collect();
        for (path, content, bytes) in planned(&other, None, &options).0 {
            prop_assert!(known.get(&content).is_none_or(|known| *known == bytes), "{path}");
        }
    }

    #[test]
    fn a_base_that_is_cut_off_is_none(pages in vec(page(), 1..4), at in any::<Index>()) {
        let base = planned(&pages, None, &options(false)).1;
        prop_assert!(IndexBase::read(&base[..at.index(base.len())]).is_none());
    }
}

#[test]
fn a_base_of_other_options_is_left_aside() {
    let page = Page { route: "/a".to_owned(), area: None, text: "# A\n\nThe seller is paid.\n".to_owned() };
    let base = planned(std::slice::from_ref(&page), None, &options(false)).1;
    let words = ["seller", "merchant"].map(str::to_owned).to_vec();
    for changed in [
        IndexOptions { language: "de".to_owned(), ..options(false) },
        IndexOptions { synonyms: Synonyms::new([words]), ..options(false) },
    ] {
        let upon_none = planned(std::slice::from_ref(&page), None, &changed);
        assert!(planned(std::slice::from_ref(&page), Some(&base), &changed) == upon_none);
    }
}

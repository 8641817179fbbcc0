//! Sidebars made from folders.
//!
//! Folders become categories; pages and categories are ordered by position (`sidebar_position`, else the number
//! prefix of the name), then by name; a folder's index page becomes the link of its category.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::Page;
use crate::content_path::number_prefix;
use crate::pages::{CONTENT_FOLDER, is_folder_index};

/// An item made from a file or folder.
#[derive(Debug)]
pub(crate) enum Generated<'a> {
    Page(&'a Page),
    Category { label: String, link: Option<&'a Page>, items: Vec<Generated<'a>> },
}

/// The items of a folder of `content/` (empty for all of it); `None` if no page lies below it.
pub(crate) fn tree<'a>(pages: &'a [Page], folder: &str) -> Option<Vec<Generated<'a>>> {
    let mut root = Folder::default();
    for page in pages {
        let path = Path::of(page);
        if let Some(inside) = path.below(folder) {
            root.insert(inside, page);
        }
    }
    (!root.is_empty()).then(|| root.items())
}

/// Every folder that has pages, for suggestions.
pub(crate) fn folders(pages: &[Page]) -> BTreeSet<String> {
    let mut folders = BTreeSet::new();
    for page in pages {
        let names: Vec<String> = Path::of(page).folders.into_iter().map(|(name, _)| name).collect();
        for depth in 1..=names.len() {
            folders.insert(names[..depth].join("/"));
        }
    }
    folders
}

/// Where a page's source lies below `content/`.
struct Path {
    /// Names of the folders without number prefix, and the prefixes.
    folders: Vec<(String, Option<f64>)>,
    /// File name as it stands.
    file: String,
}

impl Path {
    fn of(page: &Page) -> Self {
        let source = page.document.source.path();
        // A page without a file of its own lies where its id says.
        let path = source.strip_prefix(CONTENT_FOLDER).unwrap_or(&page.id);
        let mut segments: Vec<&str> = path.split('/').collect();
        let file = segments.pop().unwrap_or_default().to_owned();
        let folders = segments
            .into_iter()
            .map(|segment| {
                let (number, name) = number_prefix(segment);
                (name.to_owned(), number)
            })
            .collect();
        Self { folders, file }
    }

    /// The same path seen from a folder; `None` if it is not below it.
    fn below(mut self, folder: &str) -> Option<Self> {
        for name in folder.split('/').filter(|name| !name.is_empty()) {
            let is_inside = self.folders.first().is_some_and(|(own, _)| own == number_prefix(name).1);
            if !is_inside {
                return None;
            }
            self.folders.remove(0);
        }
        Some(self)
    }
}

#[derive(Default)]
struct Folder<'a> {
    number: Option<f64>,
    folders: BTreeMap<String, Folder<'a>>,
    pages: Vec<(String, &'a Page)>,
}

impl<'a> Folder<'a> {
    fn is_empty(&self) -> bool {
        self.folders.is_empty() && self.pages.is_empty()
    }

    fn insert(&mut self, path: Path, page: &'a Page) {
        let mut folder = self;
        for (name, number) in path.folders {
            folder = folder.folders.entry(name).or_default();
            folder.number = folder.number.or(number);
        }
        folder.pages.push((path.file, page));
    }

    fn items(self) -> Vec<Generated<'a>> {
        let mut items: Vec<(Option<f64>, String, Generated<'a>)> = Vec::new();
        for (file, page) in self.pages {
            let position = page.document.front_matter.sidebar_position.or_else(|| number_prefix(&file).0);
            items.push((position, file, Generated::Page(page)));
        }
        for (name, mut folder) in self.folders {
            folder.pages.sort_by(|(a, _), (b, _)| a.cmp(b));
            let index = folder.pages.iter().position(|(_, page)| is_folder_index(&page.document));
            let link = index.map(|at| folder.pages.remove(at).1);
            let front_matter = link.map(|page| &page.document.front_matter);
            let position = front_matter.and_then(|own| own.sidebar_position).or(folder.number);
            let label =
                front_matter.and_then(|own| own.sidebar_label.clone()).unwrap_or_else(|| name.clone());
            let items_inside = folder.items();
            items.push((position, name, Generated::Category { label, link, items: items_inside }));
        }
        items.sort_by(|a, b| by_position(a.0, b.0).then_with(|| a.1.cmp(&b.1)));
        items.into_iter().map(|(_, _, item)| item).collect()
    }
}

/// Items with a position come first, in its order.
fn by_position(a: Option<f64>, b: Option<f64>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

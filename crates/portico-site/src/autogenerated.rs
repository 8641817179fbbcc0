//! Sidebars made from folders.
//!
//! Folders become categories; pages and categories are ordered by position (`sidebar_position`, else the number
//! prefix of the name), then by name; a folder's index page becomes the link of its category. A `_category_` file in
//! the folder may say otherwise, and ask for a page to be generated.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::Page;
use crate::category_file::{Categories, CategoryLink};
use crate::content_path::number_prefix;
use crate::generated_index::is_generated_index;
use crate::pages::{CONTENT_FOLDER, is_folder_index, whole_name};

/// An item made from a file or folder.
#[derive(Debug)]
pub(crate) enum Generated<'a> {
    Page(&'a Page),
    Category { label: String, link: Option<&'a Page>, is_collapsed: bool, items: Vec<Generated<'a>> },
}

/// The items of a folder of `content/` (empty for all of it); `None` if no page lies below it.
pub(crate) fn tree<'a>(
    pages: &'a [Page],
    folder: &str,
    categories: &Categories,
) -> Option<Vec<Generated<'a>>> {
    let mut root = Folder::default();
    for page in pages {
        let path = Path::of(page);
        if let Some(inside) = path.below(folder) {
            root.insert(inside, page);
        }
    }
    // The folder is not a category here, so that its generated index is nowhere in the tree.
    root.pages.retain(|(_, page)| !is_generated_index(page));
    let folder: Vec<&str> =
        folder.split('/').filter(|name| !name.is_empty()).map(|name| number_prefix(name).1).collect();
    (!root.is_empty()).then(|| root.items(&folder.join("/"), &Known { pages, categories }))
}

/// What the folders are ordered and named by.
struct Known<'a, 'c> {
    pages: &'a [Page],
    categories: &'c Categories,
}

/// Every folder that has pages, for suggestions.
pub(crate) fn folders(pages: &[Page]) -> BTreeSet<String> {
    let mut folders = BTreeSet::new();
    for page in pages.iter().filter(|page| !is_generated_index(page)) {
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

    /// What is in the folder, whose path below `content/` is given.
    fn items(self, path: &str, known: &Known<'a, '_>) -> Vec<Generated<'a>> {
        let mut items: Vec<(Option<f64>, String, Generated<'a>)> = Vec::new();
        for (file, page) in self.pages {
            let prefix = if whole_name(&page.document).is_none() { number_prefix(&file).0 } else { None };
            let position = page.document.front_matter.sidebar_position.or(prefix);
            items.push((position, file, Generated::Page(page)));
        }
        for (name, folder) in self.folders {
            let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
            let (position, category) = folder.category(&name, &path, known);
            items.push((position, name, category));
        }
        items.sort_by(|a, b| by_position(a.0, b.0).then_with(|| a.1.cmp(&b.1)));
        items.into_iter().map(|(_, _, item)| item).collect()
    }

    /// The folder as a category, and its position.
    fn category(mut self, name: &str, path: &str, known: &Known<'a, '_>) -> (Option<f64>, Generated<'a>) {
        let said = known.categories.get(path);
        self.pages.sort_by(|(a, _), (b, _)| a.cmp(b));
        let generated = self.pages.iter().position(|(_, page)| is_generated_index(page));
        let generated = generated.map(|at| self.pages.remove(at).1);
        let link = match said.map_or(&CategoryLink::Index, |said| &said.link) {
            CategoryLink::Nothing => None,
            CategoryLink::Generated(_) => generated,
            CategoryLink::Page(id) => self.take_page(id, path).or_else(|| {
                let ids = [id.clone(), format!("{path}/{id}")];
                known.pages.iter().find(|page| ids.contains(&page.id))
            }),
            CategoryLink::Index => {
                let index = self.pages.iter().position(|(_, page)| is_folder_index(&page.document));
                index.map(|at| self.pages.remove(at).1)
            }
        };
        let front_matter = link.map(|page| &page.document.front_matter);
        let position = said
            .and_then(|said| said.position)
            .or_else(|| front_matter.and_then(|own| own.sidebar_position))
            .or(self.number);
        let label = said
            .and_then(|said| said.label.clone())
            .or_else(|| front_matter.and_then(|own| own.sidebar_label.clone()))
            .unwrap_or_else(|| name.to_owned());
        let is_collapsed = said.and_then(|said| said.is_collapsed).unwrap_or(true);
        (position, Generated::Category { label, link, is_collapsed, items: self.items(path, known) })
    }

    /// Takes the page with an id out of the folder; ids may be relative to it.
    fn take_page(&mut self, id: &str, path: &str) -> Option<&'a Page> {
        let at =
            self.pages.iter().position(|(_, page)| page.id == id || page.id == format!("{path}/{id}"))?;
        Some(self.pages.remove(at).1)
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

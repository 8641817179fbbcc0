//! Sidebars made from folders, where `_category_` files say more than the folders do.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde_json::Value;

use crate::config::DocsOptions;
use crate::docs::{Catalogue, Doc};
use crate::project::{Project, ending, folder_of, join};
use crate::report::Report;
use crate::sidebars::{CategoryLink, Item, category_link};
use crate::value::{Object, flag, object, text};

/// What `_category_` files say, by folder below the docs, number prefixes stripped.
pub(crate) type Categories = BTreeMap<String, Object>;

/// Reads the `_category_` files of a set of docs.
pub(crate) fn categories(project: &Project, docs: &DocsOptions, report: &mut Report) -> Categories {
    let mut found = Categories::new();
    for file in project.files(&docs.folder).map(|files| files.files).unwrap_or_default() {
        let name = file.rsplit('/').next().unwrap_or_default();
        if !matches!(name, "_category_.json" | "_category_.yml" | "_category_.yaml") {
            continue;
        }
        let text = project.text(&file).unwrap_or_default();
        let value = if ending(name) == "json" {
            serde_json::from_str::<Object>(&text).map_err(|error| error.to_string())
        } else {
            serde_saphyr::from_str::<Object>(&text).map_err(|error| error.to_string())
        };
        let folder = folder_of(&file)[docs.folder.len()..].trim_matches('/').to_owned();
        if folder.split('/').any(|name| name.starts_with('_')) {
            continue;
        }
        match value {
            Ok(value) => drop(found.insert(stripped(&folder), value)),
            Err(error) => {
                report
                    .note(&file, format!("it cannot be read: {}", error.lines().next().unwrap_or_default()));
            }
        }
    }
    found
}

fn stripped(folder: &str) -> String {
    let id = portico_site::page_path_id(&format!("{folder}/x.md")).unwrap_or_default();
    id.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned())
}

/// The items of a folder, as the family orders them: by position, then by name.
pub(crate) fn items(catalogue: &Catalogue, set: usize, folder: &str, categories: &Categories) -> Vec<Item> {
    let mut root = Folder::default();
    for doc in catalogue.in_set(set) {
        let own = folder_of(&doc.path);
        let Some(inside) = below(own, folder) else { continue };
        let mut at = &mut root;
        for name in inside.split('/').filter(|name| !name.is_empty()) {
            at = at.folders.entry(name.to_owned()).or_default();
        }
        at.docs.push(doc);
    }
    root.items(&Context { catalogue, set, categories }, &stripped(folder))
}

/// The rest of a folder's path below another, which may be written with or without number prefixes.
fn below<'a>(own: &'a str, folder: &str) -> Option<&'a str> {
    let mut own = own;
    for name in folder.split('/').filter(|name| !name.is_empty()) {
        let (first, rest) = own.split_once('/').unwrap_or((own, ""));
        if first != name && stripped(first) != stripped(name) {
            return None;
        }
        own = rest;
    }
    Some(own)
}

struct Context<'a> {
    catalogue: &'a Catalogue,
    set: usize,
    categories: &'a Categories,
}

#[derive(Default)]
struct Folder<'a> {
    folders: BTreeMap<String, Folder<'a>>,
    docs: Vec<&'a Doc>,
}

impl Folder<'_> {
    fn items(self, ctx: &Context<'_>, path: &str) -> Vec<Item> {
        let mut items: Vec<(Option<f64>, String, Item)> = Vec::new();
        for doc in self.docs {
            let name = doc.path.rsplit('/').next().unwrap_or_default();
            let position = doc.front_matter.sidebar_position.or_else(|| number(name));
            let page = Item::Page { id: doc.page_id.clone(), label: None, is_reference: false };
            items.push((position, name.to_owned(), page));
        }
        for (name, folder) in self.folders {
            let path = join(path, &stripped(&name));
            items.extend(folder.category(ctx, &path, &name).map(|(position, item)| (position, name, item)));
        }
        items.sort_by(|a, b| by_position(a.0, b.0).then_with(|| a.1.cmp(&b.1)));
        items.into_iter().map(|(_, _, item)| item).collect()
    }

    fn category(mut self, ctx: &Context<'_>, path: &str, name: &str) -> Option<(Option<f64>, Item)> {
        let nothing = Object::new();
        let written = ctx.categories.get(path).unwrap_or(&nothing);
        let link = match (written.get("link"), object(written, "link").and_then(category_link)) {
            (Some(Value::Null), _) => CategoryLink::Nothing,
            (_, Some(CategoryLink::Page(id))) => {
                let local = join(path, &id);
                let doc = ctx.catalogue.by_id(ctx.set, &id).or_else(|| ctx.catalogue.by_id(ctx.set, &local));
                self.docs.retain(|own| doc.is_none_or(|doc| doc.page_id != own.page_id));
                doc.map_or(CategoryLink::Nothing, |doc| CategoryLink::Page(doc.page_id.clone()))
            }
            (_, Some(link)) => link,
            _ => match self.docs.iter().position(|doc| doc.is_index()) {
                Some(at) => CategoryLink::Page(self.docs.remove(at).page_id.clone()),
                None => CategoryLink::Nothing,
            },
        };
        let index = match &link {
            CategoryLink::Page(id) => ctx.catalogue.by_page_id(id),
            _ => None,
        };
        let position = written.get("position").and_then(Value::as_f64);
        let position = position.or_else(|| index?.front_matter.sidebar_position).or_else(|| number(name));
        let own_label = index.and_then(|doc| doc.front_matter.sidebar_label.clone());
        let label = text(written, "label").map(str::to_owned).or(own_label).unwrap_or_else(|| stripped(name));
        let is_collapsed =
            flag(written, "collapsible").unwrap_or(true) && flag(written, "collapsed").unwrap_or(true);
        let items = self.items(ctx, path);
        let is_empty = items.is_empty() && matches!(link, CategoryLink::Nothing);
        (!is_empty).then_some((position, Item::Category { label, items, link, is_collapsed }))
    }
}

/// The number prefix of a name.
fn number(name: &str) -> Option<f64> {
    let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
    let plain = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_prefix = !digits.is_empty() && stripped(plain).len() < plain.len();
    if is_prefix { digits.parse().ok() } else { None }
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

//! Indexes a site folder: `cargo run --release -p portico-search --example index_site -- SITE OUT [COPIES]`.
//!
//! For measuring: `benches/search` reads what it writes. With COPIES each page is taken that many times, under other
//! routes and with some words changed, to see what large sites cost.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a tool: it reads a folder and talks to people"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use portico_config::parse_settings;
use portico_diagnostics::SourceFile;
use portico_markdown::{Components, Files, ParseInput, parse};
use portico_search::{IndexOptions, Record, RecordPage, parse_synonyms, records, search_pages, write_index};
use portico_site::{Drafts, Site, SiteInput, build_site, page_path_id};

struct Folder(BTreeMap<String, SourceFile>);

impl Files for Folder {
    fn file(&self, path: &str) -> Option<SourceFile> {
        self.0.get(path).cloned()
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(root), Some(out)) = (arguments.next(), arguments.next()) else {
        println!("usage: index_site SITE OUT [COPIES]");
        return;
    };
    let copies: usize = arguments.next().map_or(1, |text| text.parse().expect("a number"));
    let folder = read_folder(Path::new(&root));
    let site = read_site(&folder);
    let synonyms = folder.0.get("data/synonyms.toml").map(|file| parse_synonyms(file).0).unwrap_or_default();
    let start = Instant::now();
    let records = copied(records(&search_pages(&site)), copies);
    println!("{} pages, {} records in {:?}", site.pages.len() * copies, records.len(), start.elapsed());
    let start = Instant::now();
    let files = write_index(&records, &IndexOptions { synonyms, ..IndexOptions::default() });
    let n_bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    println!(
        "{} files, {n_bytes} bytes, entry {} in {:?}",
        files.len(),
        files[0].bytes.len(),
        start.elapsed()
    );
    let _ = fs::remove_dir_all(&out);
    for file in &files {
        let name = file.path.rsplit('/').next().expect("has a name");
        fs::create_dir_all(&out).expect("a folder");
        fs::write(PathBuf::from(&out).join(name), &file.bytes).expect("written");
    }
}

fn read_folder(root: &Path) -> Folder {
    let mut files = BTreeMap::new();
    let mut queue = vec![root.to_owned()];
    while let Some(path) = queue.pop() {
        for entry in fs::read_dir(&path).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                queue.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let name = path.strip_prefix(root).expect("below it").to_string_lossy().into_owned();
                files.insert(name.clone(), SourceFile::new(name, text));
            }
        }
    }
    Folder(files)
}

fn read_site(folder: &Folder) -> Site {
    let bare = SourceFile::new("portal.toml", "title = \"Docs\"\nurl = \"https://docs.example.com\"\n");
    let settings_file = folder.0.get("portal.toml").unwrap_or(&bare);
    let (settings, _) = parse_settings(settings_file, &BTreeMap::new());
    let settings = settings.expect("settings");
    let variables = settings.variables();
    let components = Components::built_in();
    let documents = folder
        .0
        .values()
        .filter_map(|source| Some((source, page_path_id(source.path().strip_prefix("content/")?)?)))
        .map(|(source, id)| {
            let input =
                ParseInput { source, id: &id, variables: &variables, files: folder, components: &components };
            Arc::new(parse(&input).0)
        })
        .collect();
    let input = SiteInput {
        settings: Arc::new(settings),
        documents,
        sidebars: folder.0.get("sidebars.toml"),
        redirects: folder.0.get("redirects.toml"),
        settings_file,
        static_files: &BTreeSet::new(),
        asset_files: &BTreeSet::new(),
        drafts: Drafts::LeftOut,
    };
    build_site(input).0
}

/// Copies differ from their model in a fifth of their longer words, so that the vocabulary grows as it does on a large
/// site.
fn copied(model: Vec<Record>, copies: usize) -> Vec<Record> {
    let mut all = Vec::with_capacity(model.len() * copies);
    for copy in 1..copies {
        let mut page = Arc::new(RecordPage::default());
        let mut of: Option<&Arc<RecordPage>> = None;
        for record in &model {
            if of.is_none_or(|of| !Arc::ptr_eq(of, &record.page)) {
                let route = format!("/copy-{copy}{}", record.page.route);
                page = Arc::new(RecordPage { route, ..(*record.page).clone() });
                of = Some(&record.page);
            }
            let text = varied(&record.text, copy);
            all.push(Record { page: Arc::clone(&page), text, ..record.clone() });
        }
    }
    all.extend(model);
    all
}

fn varied(text: &str, copy: usize) -> String {
    let words = text.split(' ').enumerate().map(|(at, word)| {
        let is_changed = word.len() > 5 && (at + copy).is_multiple_of(5);
        if is_changed { format!("{word}{}", copy % 50) } else { word.to_owned() }
    });
    words.collect::<Vec<_>>().join(" ")
}

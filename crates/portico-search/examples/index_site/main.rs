//! Indexes a folder: `cargo run --release -p portico-search --example index_site -- FOLDER OUT [N_PAGES [PAGES]]`.
//!
//! For measuring: `benches/search` reads what it writes. FOLDER is a site folder, or just Markdown files. With `N_PAGES`
//! pages are invented until there are so many. PAGES is a file that gets what was indexed, for other engines: a line of
//! JSON for each page.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a tool: it reads a folder and talks to people"
)]

mod mixed;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use portico_config::parse_settings;
use portico_diagnostics::SourceFile;
use portico_markdown::{Components, Files, ParseInput, parse};
use portico_search::{IndexOptions, Record, parse_synonyms, records, search_pages, write_index};
use portico_site::{Drafts, Site, SiteInput, build_site, page_path_id};
use serde_json::json;

struct Folder(BTreeMap<String, SourceFile>);

impl Files for Folder {
    fn file(&self, path: &str) -> Option<SourceFile> {
        self.0.get(path).cloned()
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(root), Some(out)) = (arguments.next(), arguments.next()) else {
        println!("usage: index_site FOLDER OUT [N_PAGES [PAGES]]");
        return;
    };
    let n_pages: usize = arguments.next().map_or(0, |text| text.parse().expect("a number"));
    let pages_file = arguments.next();
    let folder = read_folder(Path::new(&root));
    let site = read_site(&folder);
    let synonyms = folder.0.get("data/synonyms.toml").map(|file| parse_synonyms(file).0).unwrap_or_default();
    let records = mixed::mixed(&records(&search_pages(&site)), n_pages);
    println!("{} pages, {} records", site.pages.len().max(n_pages), records.len());
    report_use("records");
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).expect("a folder");
    let (mut n_files, mut n_bytes) = (0, 0);
    let written = write_index(&records, &IndexOptions { synonyms, ..IndexOptions::default() }, |file| {
        let name = file.path.rsplit('/').next().expect("has a name");
        n_files += 1;
        n_bytes += file.bytes.len();
        fs::write(Path::new(&out).join(name), &file.bytes)
    });
    written.expect("written");
    println!("{n_files} files, {n_bytes} bytes");
    report_use("index");
    if let Some(path) = pages_file {
        write_pages(&path, &records);
    }
}

/// Says what the process has used so far: time of the processor and most memory at once; nothing where `/proc` is not.
fn report_use(after: &str) {
    let (Ok(stat), Ok(status)) =
        (fs::read_to_string("/proc/self/stat"), fs::read_to_string("/proc/self/status"))
    else {
        return;
    };
    // Behind the name, which may have spaces: user and system time are the twelfth and thirteenth, in hundredths.
    let behind = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u32 =
        behind.split_whitespace().skip(11).take(2).filter_map(|text| text.parse::<u32>().ok()).sum();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default().trim();
    println!("after the {after}: {:.2} s of processor time, {peak} at most", f64::from(ticks) / 100.0);
}

fn write_pages(path: &str, records: &[Record]) {
    let mut text = String::new();
    for sections in records.chunk_by(|one, other| Arc::ptr_eq(&one.page, &other.page)) {
        let page = &sections[0].page;
        let sections: Vec<_> = sections
            .iter()
            .map(|record| json!([record.anchor, record.heading, record.text, record.code]))
            .collect();
        let line = json!({
            "route": page.route,
            "title": page.title,
            "description": page.description,
            "sections": sections,
        });
        text.push_str(&line.to_string());
        text.push('\n');
    }
    fs::write(path, text).expect("written");
}

/// Settings for folders that have none.
const BARE_SETTINGS: &str = r#"
title = "Docs"
url = "https://docs.example.com"
[provider]
name = "Example"
api_base_url = "https://api.example.com"
sdk_script_url = "https://js.example.com/sdk.js"
website_url = "https://www.example.com"
"#;

/// The path that a page's id comes from. In folders that are no site, names that begin with an underscore are of parts.
fn below_content(path: &str, is_site: bool) -> Option<&str> {
    if is_site {
        return path.strip_prefix("content/");
    }
    let is_part = path.rsplit('/').next().is_some_and(|name| name.starts_with('_'));
    (!is_part).then_some(path)
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
    let bare = SourceFile::new("portal.toml", BARE_SETTINGS);
    let settings_file = folder.0.get("portal.toml").unwrap_or(&bare);
    let is_site = folder.0.contains_key("portal.toml");
    let (settings, diagnostics) = parse_settings(settings_file, &BTreeMap::new());
    let settings = settings.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let variables = settings.variables();
    let components = Components::built_in();
    let documents = folder
        .0
        .values()
        .filter_map(|source| Some((source, page_path_id(below_content(source.path(), is_site)?)?)))
        .map(|(source, id)| {
            let input = ParseInput {
                source,
                id: &id,
                variables: &variables,
                files: folder,
                components: &components,
                has_math: false,
            };
            Arc::new(parse(&input).0)
        })
        .collect();
    let input = SiteInput {
        settings: Arc::new(settings),
        documents,
        sidebars: folder.0.get("sidebars.toml"),
        redirects: folder.0.get("redirects.toml"),
        categories: Vec::new(),
        settings_file,
        static_files: &BTreeSet::new(),
        asset_files: &BTreeSet::new(),
        drafts: Drafts::LeftOut,
    };
    build_site(input).0
}

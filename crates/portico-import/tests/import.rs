//! Whole projects: what is written, what is reported, and whether the result can be published.

#![allow(clippy::disallowed_methods, reason = "tests read what the import wrote")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use portico_build::{BuildOptions, build};
use portico_import::{Report, import_docusaurus, quality};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/docusaurus").join(name)
}

fn imported(name: &str, out: &Path) -> Report {
    import_docusaurus(&fixture(name), out).unwrap_or_else(|error| panic!("{error}"))
}

/// Every text of a folder, one after the other; other files by name only.
fn texts(folder: &Path) -> String {
    let mut files = BTreeMap::new();
    collect(folder, folder, &mut files);
    let mut text = String::new();
    for (path, content) in files {
        let _ = write!(text, "=== {path}\n{content}\n");
    }
    text
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("the folder was written").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, files);
            continue;
        }
        let name = path.strip_prefix(root).expect("it lies below").to_string_lossy().replace('\\', "/");
        let is_picture = path.extension().is_some_and(|ending| ending == "svg");
        let text = if is_picture { String::new() } else { fs::read_to_string(&path).expect("it is text") };
        files.insert(name, text);
    }
}

/// The year of the copyright is that of the import.
fn without_year(text: &str) -> String {
    let is_year = |line: &&str| line.starts_with("copyright_year = ");
    let line = text.lines().find(is_year).unwrap_or("copyright_year = ");
    text.replace(line, "copyright_year = 2000")
}

#[test]
fn a_project_becomes_a_site() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    imported("full", folder.path());
    insta::assert_snapshot!(without_year(&texts(folder.path())));
}

#[test]
fn a_project_without_configuration_has_the_defaults() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    imported("plain", folder.path());
    insta::assert_snapshot!(texts(folder.path()));
}

#[test]
fn imported_sites_can_be_published() {
    for (name, expected) in [("full", 90), ("plain", 66)] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (site, out) = (folder.path().join("site"), folder.path().join("out"));
        let report = imported(name, &site);
        let options = BuildOptions {
            site,
            overrides: BTreeMap::new(),
            out: Some(out.clone()),
            is_strict: false,
            cache: None,
        };
        let built = build(&options, &|_| ()).expect("the site can be read and written");
        let messages: Vec<&str> = built.diagnostics.iter().map(|found| found.message.as_str()).collect();
        assert!(built.is_good && out.join("index.html").is_file(), "{name}: {messages:?}");
        assert_eq!(built.n_pages, report.n_pages, "{name}");
        let quality = quality(built.n_pages, &built.diagnostics);
        assert_eq!((quality.share(), quality.n_errors), (expected, 0), "{name}: {messages:?}");
    }
}

#[test]
fn equal_projects_give_equal_sites() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    assert_eq!(imported("full", &first), imported("full", &second));
    assert_eq!(texts(&first), texts(&second));
}

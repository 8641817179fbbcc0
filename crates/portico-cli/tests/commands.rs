//! The commands as a user types them.
#![allow(clippy::disallowed_methods, reason = "tests read what the binary wrote")]

mod common;

use std::fs;

use common::{command, files, fixture, portico, said};

#[test]
fn a_new_site_builds_without_a_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = portico(&["new", "docs"], folder.path());
    assert!(made.status.success(), "{made:?}");
    let built = portico(&["build", "--site", "docs", "--strict"], folder.path());
    assert!(built.status.success(), "{}", said(&built));
    for name in ["index.html", "guides/first-steps.html", "404.html", "search.html", "page-data/index.json"] {
        assert!(folder.path().join("dist").join(name).is_file(), "{name}");
    }
}

#[test]
fn new_does_not_touch_a_folder_that_is_in_use() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("mine.txt"), "mine").expect("written");
    let refused = portico(&["new", "."], folder.path());
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
}

#[test]
fn equal_input_gives_equal_bytes() {
    for name in ["minimal", "nested-sidebar"] {
        let folder = tempfile::tempdir().expect("a folder");
        let site = fixture(name);
        let site = site.to_str().expect("a path of ours");
        for out in ["one", "deeper/two"] {
            let built = portico(&["build", "--site", site, "--out", out], folder.path());
            assert!(built.status.success(), "{}", said(&built));
        }
        let (one, two) = (files(&folder.path().join("one")), files(&folder.path().join("deeper/two")));
        assert!(one.len() > 10 && one.keys().eq(two.keys()));
        for (path, bytes) in &one {
            assert!(two[path] == *bytes, "{path} differs");
        }
    }
}

#[test]
fn errors_leave_the_last_good_site_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    portico(&["new", "docs"], folder.path());
    assert!(portico(&["build", "--site", "docs"], folder.path()).status.success());
    let before = files(&folder.path().join("dist"));
    fs::write(folder.path().join("docs/content/broken.md"), "[nowhere](/nowhere)\n").expect("written");
    let failed = portico(&["build", "--site", "docs"], folder.path());
    assert_eq!(failed.status.code(), Some(1));
    assert!(said(&failed).contains("content/broken.md:1:"));
    assert!(files(&folder.path().join("dist")) == before);
}

#[test]
fn machines_get_one_object_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    portico(&["new", "docs"], folder.path());
    fs::write(folder.path().join("docs/content/broken.md"), "[nowhere](/nowhere)\n").expect("written");
    let failed = portico(&["check", "--site", "docs", "--format", "json"], folder.path());
    let said = said(&failed);
    assert!(said.lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{said}");
    assert!(said.contains(r#""code":"link/broken""#), "{said}");
}

#[test]
fn bad_usage_is_told_apart_from_a_bad_site() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(portico(&["bild"], folder.path()).status.code(), Some(2));
    assert_eq!(portico(&["build", "--site", "nowhere"], folder.path()).status.code(), Some(1));
}

#[test]
fn settings_come_from_the_environment_too() {
    let folder = tempfile::tempdir().expect("a folder");
    portico(&["new", "docs"], folder.path());
    let built = command(&["build", "--site", "docs"], folder.path())
        .env("PORTICO_PROVIDER__API_BASE_URL", "https://api.acme.test")
        .output()
        .expect("portico runs");
    assert!(built.status.success(), "{}", said(&built));
    let page = fs::read_to_string(folder.path().join("dist/guides/first-steps.html")).expect("written");
    assert!(page.contains("https://api.acme.test") && !page.contains("https://api.example.com"));
}

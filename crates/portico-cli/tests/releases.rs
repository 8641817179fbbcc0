//! Releases over one another: a reader with an old page open, and builds that are the same everywhere.
#![allow(clippy::disallowed_methods, reason = "tests read what the binary wrote, and wait for it")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{PATIENCE, PORTICO, Served, command, files, fixture, portico, said};

fn build(folder: &Path, site: &str, out: &str) {
    let built = portico(&["build", "--site", site, "--out", out], folder);
    assert!(built.status.success(), "{}", said(&built));
}

/// What an open page may still ask for: its assets and page data.
fn requested(dist: &Path) -> BTreeSet<String> {
    let is_asked_for = |name: &String| name.starts_with("assets/") || name.starts_with("page-data/");
    let is_sibling = |name: &String| [".br", ".gz", ".zst"].iter().any(|ending| name.ends_with(ending));
    files(dist).into_keys().filter(|name| is_asked_for(name) && !is_sibling(name)).collect()
}

fn manifest(dist: &Path) -> serde_json::Value {
    let text = fs::read(dist.join("build-manifest.json")).expect("a manifest");
    serde_json::from_slice(&text).expect("JSON")
}

fn wait_for(served: &Served, text: &str) {
    let start = Instant::now();
    while !served.get("/").1.contains(text) {
        assert!(start.elapsed() < PATIENCE, "the server never showed {text}");
        sleep(Duration::from_millis(20));
    }
}

/// Those of the files that are not there.
fn missing<'f>(served: &Served, files: impl IntoIterator<Item = &'f String>) -> Vec<&'f String> {
    files.into_iter().filter(|file| served.get(&format!("/{file}")).0 != 200).collect()
}

#[test]
fn a_page_that_is_open_outlives_one_release() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert!(portico(&["new", "docs"], folder).status.success());
    let (dist, content) = (folder.join("dist"), folder.join("docs/content"));
    let write = |name: &str, text: &str| fs::write(content.join(name), text).expect("written");
    let home = |release: &str| format!("---\ntitle: Home\n---\n\nThis is release {release}.\n");
    write("index.mdx", &home("Alpha"));
    write("gone.md", "# Gone\n\n![A square](square.svg)\n");
    write("square.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>");
    build(folder, "docs", "dist");
    let alpha = requested(&dist);
    let served = Served::start(command(&["serve", "--dir", "dist", "--addr", "127.0.0.1:0"], folder));
    wait_for(&served, "release Alpha");

    write("index.mdx", &home("Beta"));
    fs::remove_file(content.join("gone.md")).expect("removed");
    build(folder, "docs", "dist");
    wait_for(&served, "release Beta");
    let beta = requested(&dist);
    assert_eq!(served.get("/gone").0, 404);
    assert_eq!(missing(&served, &alpha), Vec::<&String>::new(), "of the release that is open");
    let retained = manifest(&dist)["retained"].as_array().expect("a list").len();
    assert!(retained > 2 && !manifest(&dist)["retained"].to_string().contains(".html"));

    // The same release once more, from what is kept and from nothing, is no further one.
    build(folder, "docs", "dist");
    fs::remove_dir_all(folder.join("docs/.portico")).ok();
    build(folder, "docs", "dist");
    assert_eq!(requested(&dist), beta);
    // Into an empty folder, it keeps nothing and is otherwise the same.
    build(folder, "docs", "clean");
    let clean = files(&folder.join("clean"));
    let published = files(&dist);
    assert_eq!(manifest(&folder.join("clean"))["retained"], serde_json::json!([]));
    assert_eq!(manifest(&folder.join("clean"))["release"], manifest(&dist)["release"]);
    let is_same =
        |(name, bytes): (&String, &Vec<u8>)| name == "build-manifest.json" || published[name] == *bytes;
    assert!(clean.iter().all(is_same));
    assert_eq!(published.len(), clean.len() + retained);

    write("index.mdx", &home("Gamma"));
    build(folder, "docs", "dist");
    wait_for(&served, "release Gamma");
    let gamma = requested(&dist);
    let only_alpha: Vec<&String> =
        alpha.iter().filter(|file| !requested(&folder.join("clean")).contains(*file)).collect();
    assert!(only_alpha.iter().any(|file| file.ends_with("gone.json")));
    assert!(only_alpha.iter().any(|file| file.contains("square-")));
    assert_eq!(missing(&served, only_alpha.iter().copied()), only_alpha, "of the release before the last");
    let of_beta: BTreeSet<String> = clean.into_keys().filter(|file| gamma.contains(file)).collect();
    assert_eq!(missing(&served, &of_beta), Vec::<&String>::new());
    assert!(requested(&folder.join("clean")).is_subset(&gamma), "the last release is kept");
}

/// Builds a copy of a site in a world of its own.
fn build_elsewhere(site: &Path, world: &str, threads: &str, umask: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::Builder::new().prefix(world).tempdir().expect("a folder");
    let copy = folder.path().join(world).join("site");
    for (name, bytes) in files(site) {
        let path = copy.join(name);
        fs::create_dir_all(path.parent().expect("below")).expect("made");
        fs::write(path, bytes).expect("written");
    }
    let (zone, language) = if threads == "1" { ("Pacific/Kiritimati", "tr_TR.UTF-8") } else { ("UTC", "C") };
    let command = format!("umask {umask}; exec \"$0\" build --site {world}/site --out {world}/out");
    let built = Command::new("sh")
        .args(["-c", &command, PORTICO])
        .current_dir(folder.path())
        .env_clear()
        .envs([("TZ", zone), ("LANG", language), ("LC_ALL", language), ("RAYON_NUM_THREADS", threads)])
        .output()
        .expect("portico runs");
    assert!(built.status.success(), "{}", said(&built));
    files(&folder.path().join(world).join("out"))
}

#[test]
fn a_build_is_the_same_everywhere() {
    for name in ["minimal", "nested-sidebar"] {
        let site = fixture(name);
        let one = build_elsewhere(&site, "here", "1", "077");
        let two = build_elsewhere(&site, "somewhere-else", "4", "002");
        assert!(one.len() > 10 && one.keys().eq(two.keys()));
        for (path, bytes) in &one {
            assert!(two[path] == *bytes, "{path} of {name} differs");
        }
    }
}

//! Every mistake that an author can make has a fixture: a small site with that one mistake, and the whole message.
//!
//! `UPDATE_EXPECTED=1 cargo test` writes the messages anew; read them before committing.
#![allow(clippy::disallowed_methods, reason = "tests read fixtures and run the binary")]

mod common;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{env, fs};

use common::{command, fixture};
use portico_diagnostics::Code;

fn fixtures() -> PathBuf {
    fixture("invalid")
}

fn names() -> BTreeSet<String> {
    let entries = fs::read_dir(fixtures()).expect("the fixtures are there");
    entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn each_mistake_is_reported_in_full() {
    let mut wrong = Vec::new();
    for name in names() {
        let folder = fixtures().join(&name);
        // What is more to be typed for a mistake to show.
        let more = fs::read_to_string(folder.join("arguments.txt")).unwrap_or_default();
        let output = command(&["check", "--site", ".", "--no-cache"], &folder)
            .args(more.split_whitespace())
            .output()
            .expect("portico runs");
        let said = String::from_utf8(output.stderr).expect("messages are text");
        let file = folder.join("expected.txt");
        if env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&file, &said).expect("written");
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if said != expected {
            wrong.push(format!("{name}: expected\n{expected}\nbut portico said\n{said}"));
        }
        let is_error = said.lines().any(|line| line.starts_with("error"));
        assert_eq!(output.status.code(), Some(i32::from(is_error)), "{name}: {said}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_code_has_a_fixture_that_shows_it() {
    let names = names();
    for code in Code::ALL {
        let name = code.id().replace('/', "-");
        assert!(names.contains(&name), "no fixtures/invalid/{name} for `{code}`");
        let said = fs::read_to_string(fixtures().join(&name).join("expected.txt")).unwrap_or_default();
        assert!(
            said.contains(&format!("[{code}]")),
            "fixtures/invalid/{name} does not show `{code}`:\n{said}"
        );
    }
}

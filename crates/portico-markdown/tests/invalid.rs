//! The messages for mistakes in content, as the fixtures hold them.
//!
//! The binary's own test runs whole sites; this one shows at once what is wrong when a message changes here.

#![allow(clippy::disallowed_methods, reason = "tests read fixtures")]

mod common;

use std::path::Path;

use common::parse_file;
use portico_diagnostics::{Diagnostic, render_human, summarise};
use portico_markdown::suggest_file;

#[test]
fn messages_are_complete() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/invalid");
    let mut n_checked = 0;
    for entry in std::fs::read_dir(&fixtures).expect("the fixtures are there").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // Diagrams are read by the crate that draws them.
        let is_ours = name.starts_with("markdown-") || name.starts_with("front-matter-");
        if !is_ours || name == "markdown-diagram" {
            continue;
        }
        let path = ["content/index.md", "content/index.mdx"]
            .into_iter()
            .find(|path| entry.path().join(path).exists())
            .expect("a page with the mistake");
        let text = std::fs::read_to_string(entry.path().join(path)).expect("readable");
        let beside: Vec<_> = std::fs::read_dir(entry.path().join("content"))
            .expect("listed")
            .flatten()
            .filter_map(|file| {
                let name = file.file_name().to_string_lossy().into_owned();
                Some((format!("content/{name}"), std::fs::read_to_string(file.path()).ok()?))
            })
            .collect();
        let files: Vec<_> = beside.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let (_, diagnostics) = parse_file(path, &text, &files);
        let meant = |found: &Diagnostic| suggest_file(found, files.iter().map(|(path, _)| *path));
        let diagnostics: Vec<_> =
            diagnostics.into_iter().map(|found| found.clone().maybe_help(meant(&found))).collect();
        let messages: Vec<_> = diagnostics.iter().map(|diagnostic| render_human(diagnostic, false)).collect();
        let found = format!("{}\n{}\n", messages.join("\n"), summarise(&diagnostics).unwrap_or_default());
        let expected = std::fs::read_to_string(entry.path().join("expected.txt")).expect("readable");
        assert_eq!(found, expected, "{name}:\n{found}");
        n_checked += 1;
    }
    assert!(n_checked > 10, "only {n_checked} fixtures");
}

#[test]
fn a_message_from_a_partial_says_who_includes_it() {
    let files = &[("content/_part.md", "One\n\n{{nope}} two\n")];
    let (_, diagnostics) =
        parse_file("content/page.md", "import Part from './_part.md';\n\n<Part />\n", files);
    insta::assert_snapshot!(render_human(&diagnostics[0], false), @r"
    error[markdown/unknown-variable]: no variable `nope`
     --> content/_part.md:3:1
      |
    3 | {{nope}} two
      | ^^^^^^^^
      |
     ::: content/page.md:3:1
      |
    3 | <Part />
      | -------- included here
    ");
}

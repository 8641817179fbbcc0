//! React components that a site brings along: prerendered, published, and allowed for by the headers.

#![allow(clippy::disallowed_methods, reason = "a test of what is on the disk")]

use std::collections::BTreeMap;
use std::fs;

use portico_build::{BuildOptions, Report, build};
use portico_diagnostics::Diagnostic;
use tempfile::TempDir;

const SETTINGS: &str = r#"
title = "Developers"
url = "https://docs.example.com"
base_path = "/docs/"
[provider]
name = "Example Pay"
api_base_url = "https://api.example.com"
sdk_script_url = "https://js.example.com/sdk.js"
website_url = "https://www.example.com"
"#;

const MODULE: &str = "import { jsxs } from 'react/jsx-runtime';
export default ({ start, children }) => jsxs('p', { children: ['from ', start, children] });
";

const PAGE: &str = "# Home\n\nSee <Counter start={2}>*this*</Counter>.\n";

fn built(settings: &str, module: &str) -> (TempDir, Report) {
    built_from(settings, module, PAGE)
}

fn built_from(settings: &str, module: &str, page: &str) -> (TempDir, Report) {
    let root = tempfile::tempdir().expect("a folder");
    let site = root.path().join("site");
    for (path, text) in
        [("portal.toml", settings), ("content/index.mdx", page), ("components/Counter.js", module)]
    {
        let path = site.join(path);
        fs::create_dir_all(path.parent().expect("below the site")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    let out = Some(root.path().join("out"));
    let options = BuildOptions { site, overrides: BTreeMap::new(), out, is_strict: false, cache: None };
    let report = build(&options, &|_| ()).expect("a build");
    (root, report)
}

fn with_counter() -> String {
    format!("{SETTINGS}[components.Counter]\nmodule = \"components/Counter.js\"\n")
}

#[test]
fn a_component_is_prerendered_and_published_as_it_is() {
    let (root, report) = built(&with_counter(), MODULE);
    assert!(report.is_good && report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    let read = |path: &str| fs::read_to_string(root.path().join("out").join(path)).expect("a file");
    let html = read("index.html");
    let (_, island) = html.split_once("<portico-island ").expect("an island");
    let (_, module) = island.split_once("data-module=\"/docs/").expect("the module's address");
    let (module, rest) = module.split_once('"').expect("its end");
    let slot = "<p>from <!-- -->2<span data-slot=\"0\"><em>this</em></span></p></portico-island>.";
    assert!(rest.contains(slot), "{rest}");
    assert_eq!(read(module), MODULE);
    let (_, map) = html.split_once("<script type=\"importmap\">").expect("an import map");
    assert!(map.starts_with("{\"imports\":{\"react\":\"/docs/assets/site-react-"), "{map}");
    let n_hashes = |headers: &str| headers.matches("'sha256-").count();
    let (plain, _) = built(SETTINGS, MODULE);
    let plain = |path: &str| fs::read_to_string(plain.path().join("out").join(path)).expect("a file");
    assert_eq!(n_hashes(&read("_headers")), n_hashes(&plain("_headers")) + 1);
    assert!(!plain("index.html").contains("importmap"));
}

#[test]
fn a_component_that_does_not_come_to_an_end_is_stopped() {
    let (_root, report) = built(&with_counter(), "export default () => { for (;;) {} };");
    let messages: Vec<&str> = report.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(messages, ["`components/Counter.js` throws when it is rendered: interrupted"]);
}

#[test]
fn ids_differ_from_use_to_use() {
    let module = "import { useId } from 'react';
import { jsx } from 'react/jsx-runtime';
export default () => jsx('b', { id: useId() });
";
    let (root, report) = built_from(&with_counter(), module, "# Home\n\n<Counter /> and <Counter />\n");
    assert!(report.is_good && report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    let html = fs::read_to_string(root.path().join("out/index.html")).expect("the page");
    let after = |mark: &'static str| html.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
    let ids: Vec<&str> = after("<b id=\"").collect();
    let prefixes: Vec<&str> = after("data-id-prefix=\"").collect();
    assert_eq!(prefixes, ["i0-", "i1-"]);
    assert!(ids.len() == 2 && ids.iter().zip(&prefixes).all(|(id, prefix)| id.contains(prefix)), "{ids:?}");
}

#[test]
fn what_is_wrong_with_a_module_is_told_with_its_place() {
    let found = |module: &str| {
        let (_root, report) = built(&with_counter(), module);
        let show = |found: &Diagnostic| {
            let place = found.place.as_ref().expect("a place");
            let start = place.file.line_column(place.span.start);
            let word = place.file.slice(place.span);
            format!("{}:{} `{word}` {}", start.line, start.column, found.message)
        };
        report.diagnostics.iter().map(show).collect::<Vec<_>>()
    };
    for (module, expected) in [
        (
            "export default function Counter() {\n  /* é */ return <p>one</p>;\n}\n",
            "2:18 `<` the module cannot be loaded: unexpected token in expression: '<'",
        ),
        (
            "const a = 1;\nconst b: number = 2;\nexport default () => null;\n",
            "2:8 `:` the module cannot be loaded: missing initializer for variable",
        ),
        (
            "export default () => null;\n\n  /* é */ window.start();\n",
            "3:11 `window` the module cannot be loaded: window is not defined",
        ),
        (
            "const fail = () => {\n  throw new Error('on purpose');\n};\nfail();\nexport default () => null;\n",
            "2:13 `Error` the module cannot be loaded: on purpose",
        ),
    ] {
        assert_eq!(found(module), [expected], "{module}");
    }
}

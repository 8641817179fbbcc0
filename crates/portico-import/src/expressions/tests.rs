//! Pages whose expressions call code of their project.

use std::fs;

use crate::import_docusaurus;

const TABS: &str = "import order from './order';
export const tabs = (names) => order(names).map((name) => ({label: name.toUpperCase(), value: name}));
export const when = () => new Date().getFullYear();
export const chance = () => Math.random();
export const fail = () => { throw new TypeError('no name'); };
export const icon = () => window.icon;
export const endless = () => { for (;;) {} };
";

/// A page after the import of its project, and what is noted about it.
fn imported(page: &str) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let project = folder.path().join("project");
    for (path, text) in [
        ("docusaurus.config.js", "module.exports = {};"),
        ("core/tabs.ts", TABS),
        ("core/order.js", "export default (names) => [...names].sort();"),
        ("docs/guide/a.mdx", page),
    ] {
        let path = project.join(path);
        fs::create_dir_all(path.parent().expect("below the project")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
    let out = folder.path().join("site");
    let report = import_docusaurus(&project, &out).expect("it is imported");
    let page = fs::read_to_string(out.join("content/docs/guide/a.mdx")).expect("the page");
    (page, report.notes.get("docs/guide/a.mdx").cloned().unwrap_or_default())
}

fn check(page: &str, expected: &str) {
    let (found, notes) = imported(page);
    assert!(found.ends_with(expected), "{found}");
    assert_eq!(notes, [""; 0], "{page}");
}

#[test]
fn what_an_expression_gives_stands_in_its_place() {
    let literal = r#"[{"label":"A","value":"a"},{"label":"B","value":"b"}]"#;
    check(
        "import {tabs} from '@site/core/tabs';\n\n# A\n\n<Tabs values={tabs(['b', 'a'])} />\n",
        &format!("# A\n\n<Tabs values={{{literal}}} />\n"),
    );
    check(
        "import * as core from '../../core/tabs';\n\nexport const both = core.tabs(['a', 'b']);\n\n<Tabs values={both} />\n",
        &format!("export const both = {literal};\n\n<Tabs values={{both}} />\n"),
    );
    check("```js\nimport {tabs} from '@site/core/tabs';\n{tabs([])}\n```\n", "{tabs([])}\n```\n");
}

#[test]
fn what_cannot_be_known_at_import_is_reported_with_its_place() {
    for (call, reason) in [
        ("when()", "it depends on the time"),
        ("chance()", "it depends on chance"),
        ("fail()", "TypeError: no name"),
        ("icon()", "ReferenceError: window is not defined"),
        ("endless()", "it was not done after 1 second"),
    ] {
        let name = call.trim_end_matches("()");
        let page = format!("import {{{name}}} from '@site/core/tabs';\n\nIt is {{{call}}}.\n");
        let (found, notes) = imported(&page);
        assert!(found.ends_with(&format!("It is {{{call}}}.\n")), "{found}");
        let expected = format!(
            "`docs/guide/a.mdx:3:8`: `{call}` cannot be evaluated: {reason}; write what it gives in its place"
        );
        assert_eq!(notes, [expected]);
    }
}

//! Configurations that mean harm, or are broken: each is refused, with a message that says why.

use std::fs;

use crate::import_docusaurus;

/// Imports a project with one page and this configuration; gives the message, or nothing if it is imported.
fn message(file: &str, config: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let project = folder.path().join("project");
    fs::create_dir_all(project.join("docs")).expect("a folder can be made");
    fs::write(project.join("docs/a.md"), "# A\n").expect("a file can be written");
    fs::write(folder.path().join("secret.js"), "module.exports = 'secret';").expect("a file can be written");
    fs::write(project.join(file), config).expect("a file can be written");
    let result = import_docusaurus(&project, &folder.path().join("site"));
    result.map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn nothing_outside_the_project_is_read() {
    let outside = "is outside the project folder; nothing there is read. If it belongs to the project, import the folder above";
    for (config, path) in [
        ("module.exports = {title: require('fs').readFileSync('/etc/hostname', 'utf8')};", "/etc/hostname"),
        ("module.exports = {title: require('../secret.js')};", "/secret.js"),
        ("module.exports = {title: require('fs').readdirSync('..').join()};", "/"),
        (
            "const fs = require('fs'); try { fs.readFileSync('../secret.js') } catch {} module.exports = {};",
            "/secret.js",
        ),
        ("module.exports = {presets: [['classic', {docs: {path: '../docs'}}]]};", "../docs"),
        (
            "module.exports = {presets: [['classic', {docs: {sidebarPath: '/etc/sidebars.js'}}]]};",
            "/etc/sidebars.js",
        ),
    ] {
        let expected = format!("`docusaurus.config.js` names `{path}`, which {outside}");
        assert_eq!(message("docusaurus.config.js", config), expected, "{config}");
    }
    assert_eq!(
        message(
            "docusaurus.config.js",
            "module.exports = {title: String(require('fs').existsSync('../secret.js'))};"
        ),
        ""
    );
}

#[cfg(unix)]
#[test]
fn links_out_of_the_project_are_not_followed() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let project = folder.path().join("project");
    fs::create_dir_all(project.join("docs")).expect("a folder can be made");
    fs::write(project.join("docs/a.md"), "# A\n").expect("a file can be written");
    fs::write(folder.path().join("secret.md"), "# Secret\n").expect("a file can be written");
    std::os::unix::fs::symlink(folder.path().join("secret.md"), project.join("docs/b.md"))
        .expect("a link can be made");
    let out = folder.path().join("site");
    let report = import_docusaurus(&project, &out).expect("it is imported");
    assert!(out.join("content/docs/a.md").is_file() && !out.join("content/docs/b.md").exists());
    assert!(report.notes.contains_key("docs/b.md"), "{:?}", report.notes);
}

#[test]
fn endless_and_greedy_configurations_are_stopped() {
    for config in [
        "for (;;) {}",
        "module.exports = {get title() { for (;;) {} }};",
        "module.exports = async () => { for (;;) await 0; };",
    ] {
        let expected = "cannot evaluate `docusaurus.config.js`: it was not done after 2 seconds";
        assert_eq!(message("docusaurus.config.js", config), expected, "{config}");
    }
    for config in [
        "const all = []; for (;;) all.push('x'.repeat(2e7) + all.length);",
        "module.exports = {title: 'x'.repeat(2 ** 29)};",
    ] {
        let expected = "cannot evaluate `docusaurus.config.js`: it needs more than 128 MB of memory";
        assert_eq!(message("docusaurus.config.js", config), expected, "{config}");
    }
}

#[test]
fn broken_configurations_say_what_is_wrong_and_where() {
    for (file, config, expected) in [
        ("docusaurus.config.js", "\nthrow new Error('no token');", "Error: no token, line 2"),
        (
            "docusaurus.config.ts",
            "\nconst a: number = ;",
            "it cannot be parsed: Missing initializer in const declaration, line 2",
        ),
        ("docusaurus.config.mjs", "export default 3;", "it exports no object"),
        ("docusaurus.config.js", "process.exit(1)", "Error: the configuration ends the process, line 1"),
        (
            "docusaurus.config.js",
            "module.exports = fetch('https://example.com')",
            "Error: nothing is fetched while a configuration is read",
        ),
        ("docusaurus.config.js", "const f = () => f(); f();", "Maximum call stack size exceeded"),
    ] {
        let found = message(file, config);
        assert!(
            found.starts_with(&format!("cannot evaluate `{file}`: ")) && found.contains(expected),
            "{found}"
        );
    }
}

#[test]
fn folders_that_are_no_projects_are_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let of = |project: &str, out: &str| {
        let result = import_docusaurus(&folder.path().join(project), &folder.path().join(out));
        let message = result.err().map(|error| error.to_string()).unwrap_or_default();
        message.replace(&folder.path().display().to_string(), "…")
    };
    fs::create_dir_all(folder.path().join("empty")).expect("a folder can be made");
    assert_eq!(of("missing", "site"), "there is no folder `…/missing`");
    assert_eq!(
        of("empty", "site"),
        "`…/empty` has no Markdown below `docs/` or src/pages: is it the folder that holds the configuration?"
    );
    assert_eq!(of("empty", ""), "`…/` is not empty: name a folder that does not exist yet");
}

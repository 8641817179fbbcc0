//! Files that content names and that lie in no folder that is copied as a whole: they go below `data/`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::evaluate::{Wanted, evaluate};
use crate::project::{Project, ending, is_script};
use crate::script::to_script;

/// Such files, each taken once.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    known: BTreeMap<String, String>,
    waiting: Vec<(String, SharedFile)>,
    components: BTreeMap<String, bool>,
    /// Scripts that hold JSX, or cannot be parsed.
    markup: BTreeSet<String>,
    /// Constants that files of the project export, as JSON.
    constants: BTreeMap<String, Option<String>>,
}

/// What becomes of such a file.
#[derive(Debug)]
pub(crate) enum SharedFile {
    /// It is copied.
    Copy { target: String },
    /// Its text is another one.
    Text { target: String, text: String },
}

/// The file that an import names, which may leave out the ending.
pub(crate) fn module(project: &Project, path: &str) -> Option<String> {
    const ENDINGS: [&str; 13] = [
        "",
        ".mdx",
        ".md",
        ".js",
        ".ts",
        ".tsx",
        ".jsx",
        ".json",
        ".mjs",
        "/index.js",
        "/index.ts",
        "/index.tsx",
        "/index.jsx",
    ];
    ENDINGS.iter().map(|ending| format!("{path}{ending}")).find(|path| project.is_file(path))
}

impl Shared {
    /// Whether a script is a component rather than a file of constants.
    pub(crate) fn is_component(&mut self, project: &Project, source: &str) -> bool {
        if let Some(known) = self.components.get(source) {
            return *known;
        }
        let text = project.text(source).unwrap_or_default();
        let has_markup = to_script(source, &text).map_or(true, |script| script.has_jsx);
        if has_markup {
            self.markup.insert(source.to_owned());
        }
        let is_component = has_markup || self.constants(project, source).is_none();
        self.components.insert(source.to_owned(), is_component);
        is_component
    }

    /// Whether a script that was found to be a component holds JSX.
    pub(crate) fn has_markup(&self, source: &str) -> bool {
        self.markup.contains(source)
    }

    /// Notes that a file is wanted, and gives its place in the new site.
    pub(crate) fn add(&mut self, project: &Project, source: &str, is_import: bool) -> String {
        let constants = if is_import && is_script(source) { self.constants(project, source) } else { None };
        let target = match constants {
            Some(_) => format!(
                "data/{}.json",
                source.strip_suffix(&format!(".{}", ending(source))).unwrap_or(source)
            ),
            None => format!("data/{source}"),
        };
        if self.known.insert(target.clone(), source.to_owned()).is_none() {
            let file = match constants {
                Some(text) => SharedFile::Text { target: target.clone(), text },
                None => SharedFile::Copy { target: target.clone() },
            };
            self.waiting.push((source.to_owned(), file));
        }
        target
    }

    /// The next file that is wanted and not yet copied.
    pub(crate) fn next(&mut self) -> Option<(String, SharedFile)> {
        self.waiting.pop()
    }

    /// What a script exports, as JSON; `None` if that is no data.
    fn constants(&mut self, project: &Project, source: &str) -> Option<String> {
        if let Some(known) = self.constants.get(source) {
            return known.clone();
        }
        let exports = evaluate(project, source, Wanted::Exports).ok().map(|evaluated| evaluated.value);
        let data = exports.and_then(|exports| {
            let mut exports = exports.as_object()?.clone();
            let names: BTreeSet<String> = exports.keys().cloned().collect();
            let value = if names.len() == 1 { exports.remove("default") } else { None };
            let value = value.unwrap_or(Value::Object(exports));
            let text = serde_json::to_string_pretty(&value).ok()?;
            let is_data = !text.contains("\"$standIn\"") && text != "{}" && text != "null";
            (is_data && !names.is_empty()).then(|| format!("{text}\n"))
        });
        self.constants.insert(source.to_owned(), data.clone());
        data
    }
}

//! The configuration of a project: which file holds it, what it says, and what a project without one means.

use serde_json::Value;

use crate::ImportError;
use crate::evaluate::{Wanted, evaluate};
use crate::project::{Project, join};
use crate::report::Report;
use crate::value::{Object, flag, list, object, says_something, stand_in, text};

const NAMES: [&str; 5] = [
    "docusaurus.config.ts",
    "docusaurus.config.mts",
    "docusaurus.config.js",
    "docusaurus.config.mjs",
    "docusaurus.config.cjs",
];
const SIDEBARS: [&str; 4] = ["sidebars.ts", "sidebars.js", "sidebars.cjs", "sidebars.json"];

/// A project's configuration.
pub(crate) struct Config {
    /// Name of its file; what notes are filed under.
    pub(crate) file: String,
    /// Whether there is a file at all.
    pub(crate) is_written: bool,
    pub(crate) value: Object,
    pub(crate) year: i32,
    pub(crate) plugins: Vec<Plugin>,
    pub(crate) docs: Vec<DocsOptions>,
    /// Folder of the pages; `None` if the project has switched them off.
    pub(crate) pages: Option<String>,
    pub(crate) blog: Option<String>,
    pub(crate) statics: Vec<String>,
}

/// A plugin, or a part of a preset.
#[derive(Clone, Debug)]
pub(crate) struct Plugin {
    /// Short name: `content-docs`, `client-redirects`.
    pub(crate) name: String,
    pub(crate) options: Object,
}

/// One set of docs.
#[derive(Clone, Debug)]
pub(crate) struct DocsOptions {
    pub(crate) id: String,
    /// Folder in the project.
    pub(crate) folder: String,
    /// First segments of its routes, without slashes: `docs`, or nothing.
    pub(crate) base: String,
    pub(crate) sidebars: SidebarsFile,
    pub(crate) options: Object,
}

/// Where the sidebars of a set of docs come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SidebarsFile {
    /// One sidebar made from the folders.
    Generated,
    /// None.
    None,
    File(String),
}

impl Config {
    pub(crate) fn read(project: &Project, report: &mut Report) -> Result<Self, ImportError> {
        let Some(file) = Self::find(project, project.site()) else {
            return Ok(Self::usual(project));
        };
        let file = file.as_str();
        let evaluated = evaluate(project, file, Wanted::Value)?;
        for (file, message) in evaluated.notes {
            report.note(&file, message);
        }
        let Value::Object(value) = evaluated.value else {
            let message = "it exports no object".to_owned();
            return Err(ImportError::Config { file: file.to_owned(), message });
        };
        let has_none = ["presets", "plugins"].iter().all(|key| list(&value, key).is_empty());
        let plugins = if has_none { usual_plugins() } else { plugins(file, &value, report) };
        let first = |name: &str| plugins.iter().find(|plugin| plugin.name == name);
        let mut docs = Vec::new();
        for plugin in plugins.iter().filter(|plugin| plugin.name == "content-docs") {
            docs.push(docs_options(project, file, &plugin.options)?);
        }
        let folder_of = |plugin: &Plugin, usual: &str| {
            let written = text(&plugin.options, "path").unwrap_or(usual);
            project.path(written).unwrap_or_else(|| usual.to_owned())
        };
        let statics = match value.get("staticDirectories").and_then(Value::as_array) {
            Some(folders) => folders.iter().filter_map(|folder| project.path(folder.as_str()?)).collect(),
            None => project.path("static").into_iter().collect(),
        };
        Ok(Self {
            file: file.to_owned(),
            is_written: true,
            year: evaluated.year,
            docs,
            pages: first("content-pages").map(|plugin| folder_of(plugin, "src/pages")),
            blog: first("content-blog").map(|plugin| folder_of(plugin, "blog")),
            statics,
            plugins,
            value,
        })
    }

    /// The configuration in a folder of the project.
    pub(crate) fn find(project: &Project, folder: &str) -> Option<String> {
        NAMES.iter().map(|name| join(folder, name)).find(|path| project.is_file(path))
    }

    /// What a project without a configuration means: the defaults of the family.
    fn usual(project: &Project) -> Self {
        let manifest =
            project.text("package.json").and_then(|text| serde_json::from_str::<Object>(&text).ok());
        let title = manifest.as_ref().and_then(|manifest| text(manifest, "name")).map(str::to_owned);
        let title = title.unwrap_or_else(|| project.name());
        let sidebars = SIDEBARS.into_iter().find(|name| project.is_file(name));
        let docs = DocsOptions {
            id: "default".to_owned(),
            folder: "docs".to_owned(),
            base: "docs".to_owned(),
            sidebars: sidebars.map_or(SidebarsFile::Generated, |name| SidebarsFile::File(name.to_owned())),
            options: Object::new(),
        };
        Self {
            file: "package.json".to_owned(),
            is_written: false,
            value: Object::from_iter([("title".to_owned(), title.into())]),
            year: 0,
            plugins: Vec::new(),
            docs: vec![docs],
            pages: Some("src/pages".to_owned()),
            blog: Some("blog".to_owned()),
            statics: vec!["static".to_owned()],
        }
    }

    /// What the project calls the working copy of its docs.
    pub(crate) fn version_label(&self) -> String {
        let labels = self.docs.iter().filter_map(|docs| {
            let current = object(object(&docs.options, "versions")?, "current")?;
            text(current, "label")
        });
        labels.map(str::to_owned).next().unwrap_or_else(|| "Next".to_owned())
    }

    pub(crate) fn theme(&self) -> Object {
        object(&self.value, "themeConfig").cloned().unwrap_or_default()
    }

    pub(crate) fn plugin(&self, name: &str) -> Option<&Plugin> {
        self.plugins.iter().find(|plugin| plugin.name == name)
    }
}

/// A path that a configuration gives, seen from the project.
fn from_root(path: &str) -> &str {
    path.strip_prefix("/project/").unwrap_or(path)
}

fn docs_options(project: &Project, file: &str, options: &Object) -> Result<DocsOptions, ImportError> {
    let inside = |written: &str| {
        let outside = || ImportError::Outside { file: file.to_owned(), path: from_root(written).to_owned() };
        project.path(written).ok_or_else(outside)
    };
    let folder = inside(text(options, "path").unwrap_or("docs"))?;
    let base = options.get("routeBasePath").and_then(Value::as_str).unwrap_or("docs");
    let sidebars = match options.get("sidebarPath") {
        Some(Value::Bool(false)) => SidebarsFile::None,
        Some(Value::String(path)) => SidebarsFile::File(inside(path)?),
        _ => SidebarsFile::Generated,
    };
    Ok(DocsOptions {
        id: text(options, "id").unwrap_or("default").to_owned(),
        folder,
        base: base.trim_matches('/').to_owned(),
        sidebars,
        options: options.clone(),
    })
}

/// What a configuration that names neither presets nor plugins can only mean.
fn usual_plugins() -> Vec<Plugin> {
    let usual = ["content-docs", "content-blog", "content-pages"];
    usual.map(|name| Plugin { name: name.to_owned(), options: Object::new() }).into()
}

/// Presets and plugins as one list, each with its options.
fn plugins(file: &str, config: &Object, report: &mut Report) -> Vec<Plugin> {
    let mut found = Vec::new();
    for (name, options) in entries(config, "presets") {
        if name != "classic" {
            report.note(file, format!("the preset `{name}` has no counterpart"));
            continue;
        }
        let usual = Object::new();
        let mut part = |key: &str, name: &str, is_usual: bool| match options.get(key) {
            Some(Value::Object(options)) => {
                found.push(Plugin { name: name.to_owned(), options: options.clone() });
            }
            None if is_usual => found.push(Plugin { name: name.to_owned(), options: usual.clone() }),
            _ => {}
        };
        part("docs", "content-docs", true);
        part("blog", "content-blog", true);
        part("pages", "content-pages", true);
        part("googleTagManager", "google-tag-manager", false);
        part("gtag", "google-gtag", false);
        part("googleAnalytics", "google-analytics", false);
        if let Some(theme) =
            object(&options, "theme").filter(|theme| theme.get("customCss").is_some_and(says_something))
        {
            let styles = theme.get("customCss").map(names_in).unwrap_or_default();
            report.note(file, format!("the styles of the theme ({}) have no counterpart", styles.join(", ")));
        }
    }
    for (name, options) in entries(config, "plugins") {
        found.push(Plugin { name, options });
    }
    found
}

fn names_in(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(names_in).collect(),
        Value::String(path) => vec![format!("`{}`", from_root(path).trim_start_matches("./"))],
        _ => Vec::new(),
    }
}

/// The entries of a list of presets, plugins or themes: short names and options.
pub(crate) fn entries(config: &Object, key: &str) -> Vec<(String, Object)> {
    let entry = |value: &Value| {
        let name = |value: &Value| value.as_str().or_else(|| stand_in(value)).map(short_name);
        match value {
            Value::Array(pair) => {
                let options = pair.get(1).and_then(Value::as_object).cloned().unwrap_or_default();
                Some((name(pair.first()?)?, options))
            }
            Value::Null | Value::Bool(_) => None,
            other => Some((name(other)?, Object::new())),
        }
    };
    list(config, key).iter().filter_map(entry).collect()
}

/// `@docusaurus/plugin-content-docs`, `@docusaurus/preset-classic`: without what all of them have.
fn short_name(name: &str) -> String {
    let name = name.trim_start_matches("/project/").trim_start_matches("./");
    let Some(own) = name.strip_prefix("@docusaurus/") else { return name.to_owned() };
    let own = ["plugin-", "preset-"].iter().find_map(|prefix| own.strip_prefix(prefix)).unwrap_or(own);
    own.to_owned()
}

/// The flag of any set of docs.
pub(crate) fn docs_flag(config: &Config, key: &str) -> Option<bool> {
    config.docs.iter().find_map(|docs| flag(&docs.options, key))
}

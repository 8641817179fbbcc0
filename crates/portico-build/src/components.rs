//! The components of a site: those that its settings name, and the files of `components/`.

use std::collections::BTreeMap;

use portico_config::{Located, Settings, SiteComponent};
use portico_diagnostics::{Code, Diagnostic, nearest};
use portico_markdown::{Alias, Component, Components, CustomFence};

use crate::folder::SiteFolder;

/// Folder that holds them.
pub(crate) const COMPONENTS_FOLDER: &str = "components/";

/// The components that content may name.
#[derive(Clone, Debug, Default)]
pub(crate) struct SiteComponents {
    pub(crate) known: Components,
    /// Paths of the modules that hold React components, by the component's name.
    pub(crate) modules: BTreeMap<String, String>,
}

/// Finds the components of a site; what is wrong with them is added to the diagnostics.
pub(crate) fn site_components(
    folder: &SiteFolder,
    settings: &Settings,
    diagnostics: &mut Vec<Diagnostic>,
) -> SiteComponents {
    let mut found = SiteComponents { known: Components::built_in(), modules: BTreeMap::new() };
    for path in folder.texts.keys().filter_map(|path| path.strip_prefix(COMPONENTS_FOLDER)) {
        found.add_file(path);
    }
    let mut report = |name: &Located<String>, message: String, help: Option<String>| {
        let diagnostic = Diagnostic::new(Code::ConfigInvalidValue, message).maybe_help(help);
        diagnostics.push(match name.span {
            Some(span) => diagnostic.at(&folder.settings, span),
            None => diagnostic,
        });
    };
    for (name, component) in &settings.components {
        let (SiteComponent::Template(path) | SiteComponent::Module(path)) = component else { continue };
        if !folder.texts.contains_key(&path.value) {
            report(path, format!("no file `{}` for the component `{name}`", path.value), None);
            continue;
        }
        found.modules.remove(name);
        if matches!(component, SiteComponent::Template(_)) {
            found.known.register(name, Component::template(path.value.clone()));
        } else {
            found.add_module(name, &path.value);
        }
    }
    for (name, component) in &settings.components {
        let SiteComponent::Alias { of, renamed, fixed } = component else { continue };
        let is_alias = matches!(settings.components.get(&of.value), Some(SiteComponent::Alias { .. }));
        if is_alias || found.known.get(&of.value).is_none() {
            let message = if is_alias {
                format!("`{}` is itself another name for a component", of.value)
            } else {
                format!("no component `{}`", of.value)
            };
            let near = nearest(&of.value, found.known.names().filter(|near| *near != of.value));
            report(of, message, near.map(|near| format!("did you mean `{near}`?")));
            continue;
        }
        let alias = Alias { of: of.value.clone(), renamed: renamed.clone(), fixed: fixed.clone() };
        found.known.register(name, Component::alias(alias));
    }
    for (language, fence) in &settings.code_fences {
        if let Some(name) = fence.component.as_ref().filter(|name| found.known.get(&name.value).is_none()) {
            let near = nearest(&name.value, found.known.names());
            report(
                name,
                format!("no component `{}`", name.value),
                near.map(|near| format!("did you mean `{near}`?")),
            );
            continue;
        }
        let component = fence.component.as_ref().map(|name| name.value.clone());
        found.known.register_fence(language, CustomFence { language: fence.language.clone(), component });
    }
    found
}

impl SiteComponents {
    /// A file below `components/` is the component of its name; others are what these are made with.
    fn add_file(&mut self, path: &str) {
        let file = path.rsplit('/').next().unwrap_or(path);
        let Some((name, ending)) = file.rsplit_once('.') else { return };
        if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
            return;
        }
        let whole = format!("{COMPONENTS_FOLDER}{path}");
        match ending {
            "mdx" | "html" => self.known.register(name, Component::template(whole)),
            "js" | "mjs" => self.add_module(name, &whole),
            _ => {}
        }
    }

    fn add_module(&mut self, name: &str, path: &str) {
        self.known.register(name, Component::any());
        self.modules.insert(name.to_owned(), path.to_owned());
    }
}

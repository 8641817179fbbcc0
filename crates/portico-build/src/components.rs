//! The components of a site: those that its settings name, and the files of `components/`.

use portico_config::{Located, Settings, SiteComponent};
use portico_diagnostics::{Code, Diagnostic, nearest};
use portico_markdown::{Alias, Component, Components, CustomFence};

use crate::component_modules::missing_modules;
use crate::folder::SiteFolder;

/// Folder that holds them.
pub(crate) const COMPONENTS_FOLDER: &str = "components/";

/// Finds the components of a site; what is wrong with them is added to the diagnostics.
pub(crate) fn site_components(
    folder: &SiteFolder,
    settings: &Settings,
    diagnostics: &mut Vec<Diagnostic>,
) -> Components {
    diagnostics.extend(missing_modules(folder, settings));
    let mut known = Components::built_in();
    for path in folder.texts.keys().filter(|path| path.starts_with(COMPONENTS_FOLDER)) {
        if let Some(name) = template_name(path) {
            known.register(name, Component::template(path.clone()));
        }
    }
    let mut report = |name: &Located<String>, message: String, help: Option<String>| {
        let diagnostic = Diagnostic::new(Code::ConfigInvalidValue, message).maybe_help(help);
        diagnostics.push(match name.span {
            Some(span) => diagnostic.at(&folder.settings, span),
            None => diagnostic,
        });
    };
    for (name, component) in &settings.components {
        let SiteComponent::Module(path) = component else { continue };
        if Components::built_in().get(name).is_some() {
            let message = format!("`{name}` is a component of the theme");
            report(path, message, Some("give the module's component a name of its own".to_owned()));
        }
        known.register(name, Component::any());
    }
    for (name, component) in &settings.components {
        let SiteComponent::Template(path) = component else { continue };
        if folder.texts.contains_key(&path.value) {
            known.register(name, Component::template(path.value.clone()));
        } else {
            report(path, format!("no file `{}` for the component `{name}`", path.value), None);
        }
    }
    for (name, component) in &settings.components {
        let SiteComponent::Alias { of, renamed, fixed } = component else { continue };
        let is_alias = matches!(settings.components.get(&of.value), Some(SiteComponent::Alias { .. }));
        if is_alias {
            report(
                of,
                format!("`{}` is itself another name for a component", of.value),
                nearest_to(&known, of),
            );
            continue;
        }
        if known.get(&of.value).is_none() {
            report(of, format!("no component `{}`", of.value), nearest_to(&known, of));
            continue;
        }
        let alias = Alias { of: of.value.clone(), renamed: renamed.clone(), fixed: fixed.clone() };
        known.register(name, Component::alias(alias));
    }
    for (language, fence) in &settings.code_fences {
        if let Some(name) = fence.component.as_ref().filter(|name| known.get(&name.value).is_none()) {
            report(name, format!("no component `{}`", name.value), nearest_to(&known, name));
            continue;
        }
        let component = fence.component.as_ref().map(|name| name.value.clone());
        known.register_fence(language, CustomFence { language: fence.language.clone(), component });
    }
    known
}

/// Asks whether a component with a similar name is meant.
fn nearest_to(known: &Components, name: &Located<String>) -> Option<String> {
    let near = nearest(&name.value, known.names().filter(|near| *near != name.value));
    near.map(|near| format!("did you mean `{near}`?"))
}

/// The component that a file below `components/` is the template of; `None` for what templates are made with.
fn template_name(path: &str) -> Option<&str> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let name = file.strip_suffix(".mdx").or_else(|| file.strip_suffix(".html"))?;
    name.starts_with(|first: char| first.is_ascii_uppercase()).then_some(name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use portico_config::parse_settings;
    use portico_markdown::ComponentSource;

    use super::*;

    #[test]
    fn templates_names_and_fences_are_found() {
        let root = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        };
        write(
            "portal.toml",
            r#"title = "T"
url = "https://docs.example.com"

[provider]
name = "P"
api_base_url = "https://a.example"
sdk_script_url = "https://b.example/s.js"
website_url = "https://c.example"

[components.Why]
is = "Details"

[components.Wrong]
is = "Detials"

[components.Twice]
is = "Why"

[components.Gone]
template = "components/Elsewhere.mdx"

[code_fences.player]
component = "Video"

[code_fences.other]
component = "Vidoe"
"#,
        );
        write("components/Video.mdx", "x");
        write("components/shared/Box.html", "x");
        write("components/_part.mdx", "x");
        let folder = SiteFolder::read(root.path()).expect("a site folder");
        let settings = parse_settings(&folder.settings, &BTreeMap::new()).0.expect("settings");
        let mut diagnostics = Vec::new();
        let known = site_components(&folder, &settings, &mut diagnostics);
        let source = |name: &str| known.get(name).map(|component| component.source.clone());
        let template = |path: &str| Some(ComponentSource::Template(path.to_owned()));
        assert_eq!(source("Video"), template("components/Video.mdx"));
        assert_eq!(source("Box"), template("components/shared/Box.html"));
        assert!(matches!(source("Why"), Some(ComponentSource::Alias(alias)) if alias.of == "Details"));
        assert_eq!([source("Wrong"), source("Twice"), source("Gone")], [None, None, None]);
        assert!(known.fence("player").is_some() && known.fence("other").is_none());
        let messages: Vec<&str> = diagnostics.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "no file `components/Elsewhere.mdx` for the component `Gone`",
                "`Why` is itself another name for a component",
                "no component `Detials`",
                "no component `Vidoe`",
            ]
        );
    }
}

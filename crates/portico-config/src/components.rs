//! Components that the site brings along, and code fences that they show.

use std::collections::BTreeMap;

use crate::at::At;
use crate::meaning::Meaning;
use crate::settings::{CodeFence, Located, SiteComponent};
use crate::written;

/// The site's components as meant. Whether the files exist is asked where the site folder is known.
pub(crate) fn components(
    written: &BTreeMap<String, At<written::Component>>,
    meaning: &mut Meaning<'_, '_>,
) -> BTreeMap<String, SiteComponent> {
    let mut components = BTreeMap::new();
    for (name, component) in written {
        let is_name = |part: &str| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        if !name.starts_with(|first: char| first.is_ascii_uppercase()) || !name.split('.').all(is_name) {
            let message =
                format!("`{name}` is not the name of a component: those start with a capital letter");
            meaning.invalid(component, message, None);
        }
        if let Some(meant) = meant(name, component, meaning) {
            components.insert(name.clone(), meant);
        }
    }
    components
}

/// The languages of code fences that mean more than their colours.
pub(crate) fn code_fences(
    written: &BTreeMap<String, At<written::CodeFence>>,
    meaning: &Meaning<'_, '_>,
) -> BTreeMap<String, CodeFence> {
    let fence = |fence: &written::CodeFence| CodeFence {
        language: fence.language.as_ref().map(|text| text.value().clone()).unwrap_or_default(),
        component: fence.component.as_ref().map(|name| located(name, meaning)),
    };
    written.iter().map(|(language, written)| (language.clone(), fence(written.value()))).collect()
}

fn meant(name: &str, at: &At<written::Component>, meaning: &mut Meaning<'_, '_>) -> Option<SiteComponent> {
    let written = at.value();
    if [&written.is, &written.template, &written.module].into_iter().flatten().count() != 1 {
        let message = format!("`components.{name}` needs one of `is`, `template` and `module`");
        meaning.invalid(at, message, None);
        return None;
    }
    if let Some(of) = &written.is {
        let renamed = written.props.iter().map(|(own, other)| (own.clone(), other.value().clone())).collect();
        return Some(SiteComponent::Alias { of: located(of, meaning), renamed, fixed: written.set.clone() });
    }
    if !written.props.is_empty() || !written.set.is_empty() {
        let message = format!("`components.{name}` has `props` or `set`, which belong to `is`");
        meaning.invalid(at, message, None);
    }
    if let Some(path) = &written.module {
        return own_path(name, ("module", path), &["js"], meaning).map(SiteComponent::Module);
    }
    let path = written.template.as_ref()?;
    own_path(name, ("template", path), &["mdx", "html"], meaning).map(SiteComponent::Template)
}

/// The path of a file below `components/` with one of these endings.
fn own_path(
    name: &str,
    (key, path): (&str, &At<String>),
    endings: &[&str],
    meaning: &mut Meaning<'_, '_>,
) -> Option<Located<String>> {
    let own = path.value().strip_prefix("./").unwrap_or(path.value());
    let problem = if own.starts_with('/') || own.split('/').any(|segment| matches!(segment, "" | "..")) {
        Some("not a path below the site folder".to_owned())
    } else if !own.starts_with("components/") {
        Some("not a path below `components/`".to_owned())
    } else if !own.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending)) {
        let endings: Vec<_> = endings.iter().map(|ending| format!("`.{ending}`")).collect();
        Some(format!("which does not end in {}", endings.join(" or ")))
    } else {
        None
    };
    if let Some(problem) = problem {
        meaning.invalid(path, format!("`components.{name}.{key}` is `{}`, {problem}", path.value()), None);
        return None;
    }
    Some(Located { value: own.to_owned(), ..located(path, meaning) })
}

fn located(text: &At<String>, meaning: &Meaning<'_, '_>) -> Located<String> {
    text.located(text.value().clone(), meaning.problems.length())
}

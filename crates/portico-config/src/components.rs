//! Components that the site brings along, and code fences that they show.

use std::collections::BTreeMap;

use crate::at::At;
use crate::meant::Meaning;
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
    if written.is.is_some() == written.template.is_some() {
        let message = format!("`components.{name}` needs either `is` or `template`");
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
    let path = written.template.as_ref()?;
    let own = path.value().strip_prefix("./").unwrap_or(path.value());
    let problem = if own.starts_with('/') || own.split('/').any(|segment| matches!(segment, "" | "..")) {
        Some("not a path below the site folder")
    } else if !own.starts_with("components/") {
        Some("not a path below `components/`")
    } else if !matches!(own.rsplit_once('.'), Some((_, "mdx" | "html"))) {
        Some("which does not end in `.mdx` or `.html`")
    } else {
        None
    };
    if let Some(problem) = problem {
        meaning.invalid(path, format!("`components.{name}.template` is `{}`, {problem}", path.value()), None);
        return None;
    }
    Some(SiteComponent::Template(Located { value: own.to_owned(), ..located(path, meaning) }))
}

fn located(text: &At<String>, meaning: &Meaning<'_, '_>) -> Located<String> {
    text.located(text.value().clone(), meaning.problems.length())
}

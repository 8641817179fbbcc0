//! Addresses inside partials: what is relative there is relative to the partial's own file, and is written so that it
//! means the same on every page that includes it.

use portico_diagnostics::Span;
use portico_document::{IncludedAddress, value_within};
use serde_json::{Map, Value};

use crate::imports::normalise;
use crate::page::Region;

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressRole {
    /// Something to go to.
    Link,
    /// Something that the page is made of.
    Asset,
}

impl AddressRole {
    /// The role of an element's attribute; `None` if it holds no address.
    pub(crate) fn of_attribute(tag: &str, attribute: &str) -> Option<Self> {
        match (tag, attribute) {
            ("a" | "area", "href") => Some(Self::Link),
            (_, "src" | "poster") => Some(Self::Asset),
            _ => None,
        }
    }
}

impl Region<'_, '_> {
    /// The address as it is meant from anywhere: in a partial, the path of a file beside it begins with `@site/`.
    ///
    /// Addresses of pages (`../guide`) stay as they are: they are relative to the page's route, as everywhere.
    ///
    /// `place` is what the address is written in, in this file; in a partial it is remembered.
    pub(crate) fn anchored(&mut self, address: &str, role: AddressRole, place: Span) -> String {
        let anchored = self.as_meant_anywhere(address, role);
        if let Some(included_at) = self.included_at
            && !self.is_given(address, place)
        {
            let span = value_within(&self.file, place, address);
            let included =
                IncludedAddress { address: anchored.clone(), included_at, file: self.file.clone(), span };
            self.page.included.push(included);
        }
        anchored
    }

    /// Whether an address comes from the page that includes this file, as a property.
    fn is_given(&self, address: &str, place: Span) -> bool {
        let written = self.file.slice(place);
        !written.contains(address) && written.contains("props")
    }

    fn as_meant_anywhere(&mut self, address: &str, role: AddressRole) -> String {
        let is_partial = self.included_at.is_some();
        let (path, suffix) = address.split_at(address.find(['?', '#']).unwrap_or(address.len()));
        if !is_partial || path.is_empty() || path.starts_with(['/', '@']) || path.contains(':') {
            return address.to_owned();
        }
        let is_dotted = path.starts_with("./") || path.starts_with("../");
        let is_source = has_ending(path, &["md", "mdx"]);
        let names_file = match role {
            AddressRole::Asset => true,
            AddressRole::Link => is_source || (is_file(path) && !has_ending(path, &["html", "htm"])),
        };
        if !names_file {
            return address.to_owned();
        }
        let folder = self.file.path().rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let decoded = percent_decoded(path);
        let Some(target) = normalise(&folder, &decoded) else { return address.to_owned() };
        // `guide.md` may also be meant from `content/`.
        if is_source && !is_dotted && self.page.file(&target).is_none() {
            return address.to_owned();
        }
        format!("@site/{}{suffix}", target.replace('%', "%25"))
    }

    /// The same for the properties that hold addresses: `href`, `to` and `src`, also inside lists and objects.
    /// `place` is the tag.
    pub(crate) fn anchor_props(&mut self, props: &mut Map<String, Value>, place: Span) {
        if self.included_at.is_none() {
            return;
        }
        for (name, value) in props.iter_mut() {
            self.anchor_prop(Some(name.as_str()), value, place);
        }
    }

    fn anchor_prop(&mut self, name: Option<&str>, value: &mut Value, place: Span) {
        match (name, value) {
            (Some("href" | "to"), Value::String(address)) => {
                *address = self.anchored(address, AddressRole::Link, place);
            }
            (Some("src"), Value::String(address)) => {
                *address = self.anchored(address, AddressRole::Asset, place);
            }
            (_, Value::Array(items)) => {
                for item in items {
                    self.anchor_prop(None, item, place);
                }
            }
            (_, Value::Object(members)) => {
                for (name, value) in members.iter_mut() {
                    self.anchor_prop(Some(name.as_str()), value, place);
                }
            }
            _ => {}
        }
    }
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, ending)| endings.iter().any(|own| ending.eq_ignore_ascii_case(own)))
}

/// Whether the last segment has an ending that begins with a letter: `v2.0` is not a file.
fn is_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=5).contains(&ending.len())
            && ending.starts_with(|first: char| first.is_ascii_alphabetic())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// The path with its escapes decoded, where that gives text.
pub(crate) fn percent_decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_owned())
}

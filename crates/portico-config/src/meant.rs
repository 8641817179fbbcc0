//! From settings as written to settings as meant: defaults, checked values, filled-in variables.

use std::collections::BTreeMap;

use crate::address::{is_route, web_address};
use crate::at::At;
use crate::components;
use crate::items;
use crate::meaning::{Meaning, PLACEHOLDER_URL};
use crate::problems::Problems;
use crate::search;
use crate::security::security;
use crate::settings::{
    Analytics, AnnouncementBar, ColorMode, ColorModeSettings, ContentSeverities, Docs, LinkSeverities,
    LinkSeverity, Markdown, Provider, Settings,
};
use crate::template::Medium;
use crate::variables::variables;
use crate::written::{self, Written};

/// Makes settings as meant.
pub(crate) fn settings(written: Written, problems: &mut Problems<'_>) -> Settings {
    let mut meaning = Meaning { problems, variables: BTreeMap::new() };
    let title = meaning.text("title", written.title.as_ref()).unwrap_or_default();
    let url = meaning.origin(written.url.as_ref());
    let provider = meaning.provider(written.provider.as_ref().map(At::value));
    let custom = written.custom.unwrap_or_default();
    meaning.variables = variables(&title, &url, &provider, &custom);
    let mut navbar = items::navbar(&written.navbar, &mut meaning);
    if navbar.title.is_empty() {
        navbar.title.clone_from(&title);
    }
    Settings {
        title_delimiter: meaning
            .text("title_delimiter", written.title_delimiter.as_ref())
            .unwrap_or_else(|| "|".into()),
        tagline: written.tagline.map(|text| text.value().clone()).unwrap_or_default(),
        base_path: meaning.base_path(written.base_path.as_ref()),
        locale: meaning.locale(written.locale.as_ref()),
        favicon: meaning.file("favicon", written.favicon.as_ref()),
        docs: meaning.docs(&written.docs),
        markdown: Markdown { has_math: written.markdown.math.unwrap_or(false) },
        color_mode: color_mode(&written.color_mode),
        announcement_bar: written
            .announcement_bar
            .as_ref()
            .and_then(|bar| meaning.announcement_bar(bar.value())),
        footer: items::footer(&written.footer, &mut meaning),
        search: search::search(&written.search, &mut meaning),
        analytics: meaning.analytics(&written.analytics),
        links: link_severities(&written.links),
        content: content_severities(&written.content),
        security: security(&written.security, &mut meaning),
        components: components::components(&written.components, &mut meaning),
        code_fences: components::code_fences(&written.code_fences, &meaning),
        title,
        url,
        provider,
        custom,
        navbar,
    }
}

impl Meaning<'_, '_> {
    fn origin(&mut self, written: Option<&At<String>>) -> String {
        let Some(written) = written else { return PLACEHOLDER_URL.to_owned() };
        let Some(address) = web_address(written.value()) else {
            self.not_an_address("url", written);
            return PLACEHOLDER_URL.to_owned();
        };
        let path = address.rest.trim_matches('/');
        if !path.is_empty() {
            let message = format!("`url` is `{}`, which has a path", written.value());
            let help = format!("set `url = \"{}\"` and `base_path = \"/{path}/\"`", address.origin);
            self.invalid(written, message, Some(help));
        }
        address.origin.to_owned()
    }

    fn provider(&mut self, written: Option<&written::Provider>) -> Provider {
        let missing = written::Provider::default();
        let written = written.unwrap_or(&missing);
        Provider {
            name: self.text("provider.name", written.name.as_ref()).unwrap_or_default(),
            api_base_url: self.address("provider.api_base_url", written.api_base_url.as_ref()),
            sdk_script_url: self.address("provider.sdk_script_url", written.sdk_script_url.as_ref()),
            website_url: self.address("provider.website_url", written.website_url.as_ref()),
        }
    }

    fn base_path(&mut self, written: Option<&At<String>>) -> String {
        let Some(written) = written else { return "/".to_owned() };
        let value = written.value();
        if !is_route(value) {
            let help = is_route(&format!("/{value}")).then(|| format!("did you mean `/{value}`?"));
            self.invalid(written, format!("`base_path` is `{value}`, not a path such as `/docs/`"), help);
            return "/".to_owned();
        }
        if value.ends_with('/') { value.clone() } else { format!("{value}/") }
    }

    fn locale(&mut self, written: Option<&At<String>>) -> String {
        let Some(written) = written else { return "en".to_owned() };
        let mut parts = written.value().split('-');
        let is_language = parts.next().is_some_and(|language| {
            (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase())
        });
        let is_rest = parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        if !(is_language && is_rest) {
            let message = format!("`locale` is `{}`, not a language tag such as `en`", written.value());
            self.invalid(written, message, None);
            return "en".to_owned();
        }
        written.value().clone()
    }

    fn docs(&mut self, written: &written::Docs) -> Docs {
        let toc_min_level = written.toc_min_level.as_ref().map_or(2, |level| *level.value());
        let toc_max_level =
            written.toc_max_level.as_ref().map_or(3.max(toc_min_level), |level| *level.value());
        if let Some(level) = written.toc_max_level.as_ref().filter(|_| toc_max_level < toc_min_level) {
            let message = format!(
                "`docs.toc_max_level` is {toc_max_level}, below `docs.toc_min_level`, which is {toc_min_level}"
            );
            self.invalid(level, message, None);
        }
        let edit_url = written.edit_url.as_ref().and_then(|written| {
            let value = written.value();
            let is_template = value.contains("{path}");
            if web_address(value).is_none() || !is_template {
                let message = format!("`docs.edit_url` is `{value}`, not an address with `{{path}}`");
                let help =
                    (!is_template).then(|| "put `{path}` where the path of the source belongs".to_owned());
                self.invalid(written, message, help);
                return None;
            }
            Some(value.clone())
        });
        Docs {
            version_name: self.version_name(written.version_name.as_ref()),
            version_label: self
                .text("docs.version_label", written.version_label.as_ref())
                .unwrap_or_else(|| "Next".into()),
            edit_url,
            has_last_updated: written.last_updated.unwrap_or(false),
            has_breadcrumbs: written.breadcrumbs.unwrap_or(true),
            toc_min_level,
            toc_max_level: toc_max_level.max(toc_min_level),
        }
    }

    fn version_name(&mut self, written: Option<&At<String>>) -> String {
        let Some(written) = written else { return "current".to_owned() };
        let value = written.value();
        let is_name =
            value.chars().all(|character| character.is_ascii_alphanumeric() || "-_.".contains(character));
        if value.is_empty() || !is_name {
            let message =
                format!("`docs.version_name` is `{value}`, not a name of letters, digits, `-`, `_` and `.`");
            self.invalid(written, message, None);
        }
        value.clone()
    }

    fn announcement_bar(&mut self, written: &written::AnnouncementBar) -> Option<AnnouncementBar> {
        let content = written.content.as_ref()?;
        let html = self.fill(content, Medium::Html);
        let text = |value: &Option<At<String>>| value.as_ref().map(|value| value.value().clone());
        Some(AnnouncementBar {
            id: text(&written.id).unwrap_or_else(|| "announcement-bar".to_owned()),
            html: content.located(html, self.problems.length()),
            background_color: self
                .colour("announcement_bar.background_color", written.background_color.as_ref()),
            text_color: self.colour("announcement_bar.text_color", written.text_color.as_ref()),
            is_closeable: written.closeable.unwrap_or(true),
        })
    }

    /// A CSS colour, as far as that it cannot end its declaration.
    fn colour(&mut self, name: &str, written: Option<&At<String>>) -> Option<String> {
        let written = written?;
        let value = written.value();
        let is_colour = !value.is_empty()
            && value
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || "#(),.%/- ".contains(character));
        if !is_colour {
            self.invalid(written, format!("`{name}` is `{value}`, not a CSS colour such as `#20232a`"), None);
        }
        is_colour.then(|| value.clone())
    }

    fn analytics(&mut self, written: &written::Analytics) -> Analytics {
        let tag_manager_id = written.tag_manager_id.as_ref().and_then(|written| {
            let value = written.value();
            let is_id = value.strip_prefix("GTM-").is_some_and(|rest| {
                (4..=12).contains(&rest.len())
                    && rest.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            });
            if !is_id {
                let message =
                    format!("`analytics.tag_manager_id` is `{value}`, not an id such as `GTM-ABC1234`");
                self.invalid(written, message, None);
            }
            is_id.then(|| value.clone())
        });
        Analytics { tag_manager_id }
    }
}

fn color_mode(written: &written::ColorMode) -> ColorModeSettings {
    let default_mode = match written.default_mode {
        Some(written::Mode::Dark) => ColorMode::Dark,
        Some(written::Mode::Light) | None => ColorMode::Light,
    };
    ColorModeSettings { default_mode, is_switch_disabled: written.disable_switch.unwrap_or(false) }
}

fn severity(written: Option<written::Severity>) -> LinkSeverity {
    match written {
        Some(written::Severity::Warning) => LinkSeverity::Warning,
        Some(written::Severity::Ignore) => LinkSeverity::Ignore,
        Some(written::Severity::Error) | None => LinkSeverity::Error,
    }
}

fn content_severities(written: &written::Content) -> ContentSeverities {
    ContentSeverities {
        unknown_components: written
            .unknown_components
            .map_or(LinkSeverity::Warning, |written| severity(Some(written))),
        invalid_properties: severity(written.invalid_properties),
        missing_imports: severity(written.missing_imports),
        unknown_variables: severity(written.unknown_variables),
        syntax: severity(written.syntax),
    }
}

fn link_severities(written: &written::Links) -> LinkSeverities {
    LinkSeverities {
        broken: severity(written.broken),
        broken_anchors: severity(written.broken_anchors),
        missing_assets: severity(written.missing_assets),
        duplicate_routes: severity(written.duplicate_routes),
    }
}

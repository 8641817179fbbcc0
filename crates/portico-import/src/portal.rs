//! `portal.toml`.

use std::fmt::Write as _;

use serde_json::Value;

use crate::config::{Config, docs_flag};
use crate::gaps;
use crate::navigation::{Targets, footer, navbar};
use crate::report::counted;
use crate::search::search;
use crate::toml_text::{literal, members, quote};
use crate::value::{Object, flag, object, says_something, text};

/// An address that stands in where the project names none.
const PLACEHOLDER_URL: &str = "https://docs.example.com";

/// Writes the file. `has_gaps` says whether parts of the project were left out that links may lead to.
pub(crate) fn write(config: &Config, has_gaps: bool, targets: &mut Targets<'_>) -> String {
    let theme = config.theme();
    gaps::report(config, &theme, targets.report);
    let mut parts = vec![top(config, targets), provider(config)];
    parts.push(custom(config, targets));
    parts.push(docs(config, &theme, targets));
    parts.push(markdown(config));
    parts.push(color_mode(&theme, targets));
    parts.push(announcement(&theme, targets));
    parts.push(navbar(&theme, targets));
    parts.push(footer(&theme, config.year, targets));
    parts.push(search(&theme, &config.file, targets.report));
    parts.push(analytics(config, targets));
    parts.push(severities(config, has_gaps, targets));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn top(config: &Config, targets: &mut Targets<'_>) -> String {
    let value = &config.value;
    let mut table = "# Settings of the site, made by an import. `import-report.md` says what could not be carried over.\n\n"
        .to_owned();
    let title = text(value, "title").unwrap_or("Documentation");
    let _ = writeln!(table, "title = {}", quote(title));
    if let Some(delimiter) = text(value, "titleDelimiter") {
        let _ = writeln!(table, "title_delimiter = {}", quote(delimiter));
    }
    if let Some(tagline) = text(value, "tagline") {
        let _ = writeln!(table, "tagline = {}", quote(tagline));
    }
    let _ = writeln!(table, "url = {}", quote(&url(config)));
    if let Some(base) = text(value, "baseUrl").filter(|base| !base.trim_matches('/').is_empty()) {
        let _ = writeln!(table, "base_path = {}", quote(&format!("/{}/", base.trim_matches('/'))));
    }
    if let Some(i18n) = object(value, "i18n") {
        if let Some(locale) = text(i18n, "defaultLocale").filter(|locale| *locale != "en") {
            let _ = writeln!(table, "locale = {}", quote(locale));
        }
        let n_locales = i18n.get("locales").and_then(Value::as_array).map_or(0, Vec::len);
        if n_locales > 1 {
            targets.report.note(
                &config.file,
                format!(
                    "`i18n` is left out but for its first language ({})",
                    counted(n_locales - 1, "more language")
                ),
            );
        }
    }
    if let Some(favicon) = text(value, "favicon").and_then(|file| targets.file(file, "the favicon")) {
        let _ = writeln!(table, "favicon = {}", quote(&favicon));
    }
    if text(value, "url").is_none() {
        targets.report.note(
            &config.file,
            format!("no `url` is set; `portal.toml` has `{PLACEHOLDER_URL}` in its place"),
        );
    }
    table
}

/// Origin that the site is published at.
fn url(config: &Config) -> String {
    let url =
        text(&config.value, "url").filter(|url| url.starts_with("https://") || url.starts_with("http://"));
    let Some(url) = url else { return PLACEHOLDER_URL.to_owned() };
    let (scheme, rest) = url.split_once("://").unwrap_or(("https", url));
    format!("{scheme}://{}", rest.split('/').next().unwrap_or(rest))
}

fn provider(config: &Config) -> String {
    let url = quote(&url(config));
    let title = quote(text(&config.value, "title").unwrap_or("Documentation"));
    format!(
        "# Whose portal this is. Made up by the import: name the real addresses if your pages use them.\n[provider]\nname = {title}\napi_base_url = {url}\nsdk_script_url = {url}\nwebsite_url = {url}\n"
    )
}

fn custom(config: &Config, targets: &mut Targets<'_>) -> String {
    let mut fields = object(&config.value, "customFields").cloned().unwrap_or_default();
    for (key, own) in [("organizationName", "organization_name"), ("projectName", "project_name")] {
        if let (Some(value), false) = (text(&config.value, key), fields.contains_key(own)) {
            fields.insert(own.to_owned(), value.into());
        }
    }
    let (lines, left_out) = members(&fields);
    for key in left_out {
        targets.report.note(&config.file, format!("`customFields.{key}` is no data and is left out"));
    }
    if lines.is_empty() {
        return String::new();
    }
    format!(
        "# Values of the site's own. Pages name them as {{{{custom.key}}}}.\n[custom]\n{}\n",
        lines.join("\n")
    )
}

fn markdown(config: &Config) -> String {
    if gaps::has_math(config) { "[markdown]\nmath = true\n".to_owned() } else { String::new() }
}

fn docs(config: &Config, theme: &Object, targets: &mut Targets<'_>) -> String {
    let mut table = String::new();
    let first = config.docs.first();
    if let Some(url) = first.and_then(|docs| docs.options.get("editUrl")) {
        match url.as_str() {
            Some(url) if url.starts_with("http") => {
                let _ = writeln!(
                    table,
                    "edit_url = {}",
                    quote(&format!("{}/{{path}}", url.trim_end_matches('/')))
                );
                let message =
                    "`editUrl` is carried over, but pages lie below `content/` now: check `docs.edit_url`";
                targets.report.note(&config.file, message);
            }
            _ if says_something(url) => {
                targets
                    .report
                    .note(&config.file, "`editUrl` is a function and is left out: set `docs.edit_url`");
            }
            _ => {}
        }
    }
    if docs_flag(config, "showLastUpdateTime") == Some(true) {
        table.push_str("last_updated = true\n");
    }
    if docs_flag(config, "breadcrumbs") == Some(false) {
        table.push_str("breadcrumbs = false\n");
    }
    let toc = object(theme, "tableOfContents");
    for (key, own) in [("toc_min_level", "minHeadingLevel"), ("toc_max_level", "maxHeadingLevel")] {
        let level = toc.and_then(|toc| toc.get(own)?.as_u64()).filter(|level| (2..=6).contains(level));
        if let Some(level) = level {
            let _ = writeln!(table, "{key} = {level}");
        }
    }
    if table.is_empty() { table } else { format!("[docs]\n{table}") }
}

fn color_mode(theme: &Object, targets: &mut Targets<'_>) -> String {
    let Some(mode) = object(theme, "colorMode") else { return String::new() };
    let mut table = String::new();
    if text(mode, "defaultMode") == Some("dark") {
        table.push_str("default = \"dark\"\n");
    }
    if flag(mode, "disableSwitch") == Some(true) {
        table.push_str("disable_switch = true\n");
    }
    if flag(mode, "respectPrefersColorScheme") == Some(true) {
        targets.report.note(targets.file, "`colorMode.respectPrefersColorScheme` has no counterpart");
    }
    if table.is_empty() { table } else { format!("[color_mode]\n{table}") }
}

fn announcement(theme: &Object, targets: &mut Targets<'_>) -> String {
    let Some(bar) = object(theme, "announcementBar") else { return String::new() };
    let Some(content) = text(bar, "content") else { return String::new() };
    let mut table = "[announcement_bar]\n".to_owned();
    if let Some(id) = text(bar, "id") {
        let _ = writeln!(table, "id = {}", quote(id));
    }
    let _ = writeln!(table, "content = {}", literal(content));
    for (key, own) in [("background_color", "backgroundColor"), ("text_color", "textColor")] {
        let Some(colour) = text(bar, own) else { continue };
        let is_colour =
            |character: char| character.is_ascii_alphanumeric() || "#(),.%/- ".contains(character);
        if colour.chars().all(is_colour) {
            let _ = writeln!(table, "{key} = {}", quote(colour));
        } else {
            targets
                .report
                .note(targets.file, format!("the colour `{colour}` of the announcement bar is left out"));
        }
    }
    if flag(bar, "isCloseable") == Some(false) {
        table.push_str("closeable = false\n");
    }
    table
}

fn analytics(config: &Config, targets: &mut Targets<'_>) -> String {
    let Some(plugin) = config.plugin("google-tag-manager") else { return String::new() };
    let id = text(&plugin.options, "containerId").unwrap_or_default();
    let is_id = id.strip_prefix("GTM-").is_some_and(|rest| {
        (4..=12).contains(&rest.len())
            && rest.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    });
    if !is_id {
        targets.report.note(&config.file, "the tag manager is left out: its container id is not known");
        return String::new();
    }
    format!("[analytics]\ntag_manager_id = {}\n", quote(id))
}

/// Severities: the project's own where it has set them. What the import cannot know is a warning, so that the first
/// build succeeds and shows all of it.
fn severities(config: &Config, has_gaps: bool, targets: &mut Targets<'_>) -> String {
    let markdown = object(&config.value, "markdown");
    let hooks = markdown.and_then(|markdown| object(markdown, "hooks"));
    let mut table = "# What becomes of mistakes: \"error\" fails the build, \"warning\" reports, \"ignore\" says nothing. Turn these\n# into \"error\" (or remove them) once the first build is clean.\n[links]\n".to_owned();
    let settings: [(&str, &[&str]); 4] = [
        ("broken", &["onBrokenLinks", "onBrokenMarkdownLinks"]),
        ("broken_anchors", &["onBrokenAnchors"]),
        ("missing_assets", &["onBrokenMarkdownImages"]),
        ("duplicate_routes", &["onDuplicateRoutes"]),
    ];
    for (key, names) in settings {
        let own = names.iter().find_map(|name| {
            text(&config.value, name)
                .or_else(|| hooks.and_then(|hooks| text(hooks, name)))
                .map(|own| (*name, own))
        });
        let severity = match own {
            Some((_, "ignore")) => "ignore",
            Some((name, "throw")) if has_gaps && key != "duplicate_routes" => {
                let message = format!(
                    "`{name}` is `throw`, but parts of the project were left out that pages may link to: `links.{key}` is a warning for now"
                );
                targets.report.note(targets.file, message);
                "warning"
            }
            Some((_, "throw")) => "error",
            _ => "warning",
        };
        let _ = writeln!(table, "{key} = \"{severity}\"");
    }
    table.push_str("\n[content]\n");
    for key in ["unknown_components", "invalid_properties", "missing_imports", "unknown_variables", "syntax"]
    {
        let _ = writeln!(table, "{key} = \"warning\"");
    }
    table
}

//! Settings as an operator meets them: files in, settings and diagnostics out.

use std::collections::BTreeMap;

use portico_config::{
    ColorMode, ItemTarget, LinkSeverity, NavbarItemKind, Position, Settings, SiteComponent, json_schema,
    parse_settings,
};
use portico_diagnostics::{Code, Diagnostic, Severity, SourceFile, render_human};

const PORTAL: &str = include_str!("../../../site/portal.toml");

const MINIMAL: &str = r#"title = "A site"
url = "https://docs.example.com"

[provider]
name = "Example & Sons"
api_base_url = "https://api.example.com/"
sdk_script_url = "https://js.example.com/pay.js"
website_url = "https://www.example.com"
"#;

fn parse(text: &str, overrides: &[(&str, &str)]) -> (Option<Settings>, String) {
    let overrides: BTreeMap<String, String> =
        overrides.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let (settings, diagnostics) = parse_settings(&SourceFile::new("portal.toml", text), &overrides);
    (settings, diagnostics.iter().map(|diagnostic| render_human(diagnostic, false)).collect())
}

/// The settings of a text that has no mistakes.
fn settings(text: &str, overrides: &[(&str, &str)]) -> Settings {
    let (settings, messages) = parse(text, overrides);
    assert_eq!(messages, "");
    settings.expect("settings without diagnostics")
}

/// The messages about lines added to a text that has no mistakes.
fn messages(addition: &str) -> String {
    parse(&format!("{MINIMAL}{addition}"), &[]).1
}

#[test]
fn defaults_are_the_usual_behaviour() {
    insta::assert_debug_snapshot!(settings(MINIMAL, &[]));
}

#[test]
fn the_portal_is_as_the_specification_says() {
    let settings = settings(PORTAL, &[]);
    assert_eq!(settings.document_title("Quickstart"), "Quickstart | Example Pay Developers");
    assert_eq!(settings.document_title(""), "Example Pay Developers");
    assert_eq!(settings.canonical_url("/quickstart/"), "https://docs.example.com/quickstart/");
    assert_eq!(
        (settings.docs.version_name.as_str(), settings.docs.version_label.as_str()),
        ("current", "Next")
    );
    assert_eq!((settings.docs.toc_min_level, settings.docs.toc_max_level), (2, 3));
    assert_eq!(settings.color_mode.default_mode, ColorMode::Light);
    assert_eq!(settings.footer.copyright_html, "Copyright © 2025 Example Pay");
    assert_eq!(settings.links.broken, LinkSeverity::Error);
    let items: Vec<String> = settings.navbar.items.iter().map(describe).collect();
    assert_eq!(
        items,
        [
            "left Home /",
            "left sidebar integration",
            "left sidebar resources",
            "right Support /support",
            "right search"
        ]
    );
    let links: Vec<String> =
        settings.footer.columns[0].links.iter().map(|link| target(&link.target.value)).collect();
    assert_eq!(
        links,
        ["/", "/quickstart/", "/resources/platforms/overview", "/disclaimer", "https://www.example.com"]
    );
}

fn describe(item: &portico_config::NavbarItem) -> String {
    let side = match item.position {
        Position::Left => "left",
        Position::Right => "right",
    };
    match &item.kind {
        NavbarItemKind::Link(link) => format!("{side} {} {}", link.label, target(&link.target.value)),
        NavbarItemKind::Sidebar { sidebar, .. } => format!("{side} sidebar {}", sidebar.value),
        NavbarItemKind::Dropdown { label, items } => format!("{side} dropdown {label} {}", items.len()),
        NavbarItemKind::Search => format!("{side} search"),
        NavbarItemKind::Html(html) => format!("{side} html {}", html.value),
    }
}

fn target(target: &ItemTarget) -> String {
    match target {
        ItemTarget::Route(text) | ItemTarget::Address(text) => text.clone(),
    }
}

#[test]
fn a_site_says_how_bad_mistakes_in_pages_are() {
    let judged = |addition: &str| {
        let settings = settings(&format!("{MINIMAL}{addition}"), &[]);
        let found = Diagnostic::new(Code::MarkdownUnknownComponent, "no component `Box`");
        settings.content.apply(found).map(|diagnostic| diagnostic.severity)
    };
    assert_eq!(judged(""), Some(Severity::Warning));
    assert_eq!(judged("[content]\nunknown_components = \"error\"\n"), Some(Severity::Error));
    assert_eq!(judged("[content]\nunknown_components = \"ignore\"\n"), None);
    assert_eq!(judged("[content]\nsyntax = \"ignore\"\n"), Some(Severity::Warning));
}

#[test]
fn a_site_brings_components_along() {
    let text = format!(
        "{MINIMAL}[components.Explanation]\nis = \"Details\"\nprops = {{ title = \"summary\" }}\nset = {{ open = true }}\n\
         [components.Video]\ntemplate = \"./components/Video.mdx\"\n\
         [components.Wheel]\nmodule = \"components/Wheel.js\"\n\
         [code_fences.Player]\nlanguage = \"jsx\"\ncomponent = \"Video\"\n"
    );
    let settings = settings(&text, &[]);
    let shown: Vec<String> = settings
        .components
        .iter()
        .map(|(name, component)| match component {
            SiteComponent::Alias { of, renamed, fixed } => {
                format!("{name} is {} {renamed:?} {}", of.value, serde_json::Value::Object(fixed.clone()))
            }
            SiteComponent::Template(path) => format!("{name} by {}", path.value),
            SiteComponent::Module(path) => format!("{name} from {}", path.value),
        })
        .collect();
    assert_eq!(
        shown,
        [
            "Explanation is Details {\"title\": \"summary\"} {\"open\":true}",
            "Video by components/Video.mdx",
            "Wheel from components/Wheel.js",
        ]
    );
    let fence = &settings.code_fences["Player"];
    let component = fence.component.as_ref().map(|name| name.value.as_str());
    assert_eq!((fence.language.as_str(), component), ("jsx", Some("Video")));
}

#[test]
fn content_can_name_settings() {
    let text =
        format!("{MINIMAL}[custom]\nkey = \"value\"\nretries = 3\nnested = {{ deep = true }}\nlist = [1]\n");
    insta::assert_debug_snapshot!(settings(&text, &[]).variables(), @r#"
    {
        "custom.key": "value",
        "custom.nested.deep": "true",
        "custom.retries": "3",
        "provider.api_base_url": "https://api.example.com",
        "provider.name": "Example & Sons",
        "provider.sdk_script_url": "https://js.example.com/pay.js",
        "provider.website_url": "https://www.example.com",
        "site.title": "A site",
        "site.url": "https://docs.example.com",
    }
    "#);
}

#[test]
fn variables_are_filled_in_and_escaped_in_html_only() {
    let text = format!(
        "{MINIMAL}[navbar]\nitems = [{{ label = '{{{{provider.name}}}}', href = '{{{{provider.website_url}}}}/a' }}]\n\
         [footer]\ncopyright = '{{{{ provider.name }}}} \\{{{{x}}}}'\n"
    );
    let settings = settings(&text, &[]);
    assert_eq!(describe(&settings.navbar.items[0]), "left Example & Sons https://www.example.com/a");
    assert_eq!(settings.footer.copyright_html, "Example &amp; Sons {{x}}");
}

#[test]
fn the_environment_overrides_any_setting_by_its_type() {
    let overrides = [
        ("PORTICO_PROVIDER__API_BASE_URL", "https://eu.api.example.com"),
        ("PORTICO_DOCS__TOC_MAX_LEVEL", "4"),
        ("PORTICO_COLOR_MODE__DISABLE_SWITCH", "true"),
        ("PORTICO_CUSTOM__RETRIES", "5"),
        ("PORTICO_CUSTOM__REGION", "7"),
        ("PORTICO_SECURITY__HEADERS__X_FRAME_OPTIONS", "DENY"),
        ("PORTICO_SECURITY__EXTRA_ORIGINS__CONNECT", "['https://search.example.com']"),
        ("PORTICO_NAVBAR__ITEMS", "[{ label = 'One', to = '/one' }]"),
        ("PORTICO_ANALYTICS__TAG_MANAGER_ID", ""),
    ];
    let file = "[analytics]\ntag_manager_id = 'GTM-ABC1234'\n[custom]\nretries = 3\n[security]\nheaders = { X-Frame-Options = 'SAMEORIGIN' }\n";
    let settings = settings(&format!("{MINIMAL}{file}"), &overrides);
    assert_eq!(settings.provider.api_base_url, "https://eu.api.example.com");
    assert_eq!(settings.docs.toc_max_level, 4);
    assert!(settings.color_mode.is_switch_disabled);
    assert_eq!(settings.custom.get("retries"), Some(&5.into()));
    assert_eq!(settings.custom.get("region"), Some(&"7".into()));
    assert_eq!(settings.security.headers.get("X-Frame-Options").map(String::as_str), Some("DENY"));
    assert_eq!(
        settings.security.extra_origins.get("connect-src"),
        Some(&vec!["https://search.example.com".into()])
    );
    assert_eq!(settings.navbar.items.len(), 1);
    assert_eq!(settings.navbar.items[0].span, None);
    assert_eq!(settings.analytics.tag_manager_id, None);
}

#[test]
fn overrides_alone_can_make_a_table() {
    let (_, messages) = parse(
        "title = 'A'\nurl = 'https://docs.example.com'\n",
        &[
            ("PORTICO_PROVIDER__NAME", "A"),
            ("PORTICO_PROVIDER__API_BASE_URL", "https://api.example.com"),
            ("PORTICO_PROVIDER__SDK_SCRIPT_URL", "https://js.example.com"),
            ("PORTICO_PROVIDER__WEBSITE_URL", "https://www.example.com"),
        ],
    );
    assert_eq!(messages, "");
}

#[test]
fn overrides_are_checked_like_the_file() {
    let overrides = [
        ("PORTICO_PROVIDER__WEBSITE_URL", "www.example.com"),
        ("PORTICO_DOCS__BREADCRUMBS", "yes"),
        ("PORTICO_DOCS__BREADCRUMB", "true"),
        ("PORTICO_LINKS__BROKEN", "eror"),
    ];
    let (_, messages) = parse(MINIMAL, &overrides);
    insta::assert_snapshot!(messages);
}

#[test]
fn every_problem_is_reported_at_once() {
    let text = r#"
titel = "A"
url = "https://docs.example.com/docs"
base_path = "docs/"
locale = "English"

[provider]
name = ""
api_base_url = "api.example.com"

[docs]
breadcrumbs = "yes"
toc_min_level = 1
toc_max_level = 9
edit_url = "https://git.example.com/"
tagline = "lost"

[color_mode]
default = "lihgt"

[links]
broken = true

[announcement_bar]
text_color = "red;} body{display:none"

[search]
route = "search"

[analytics]
tag_manager_id = "UA-1"

[security]
headers = { Content-Security-Policy = "x" }
extra_origins = { script = ["'unsafe-inline'"] }

[components.widget]
template = "../outside.mdx"

[components.Both]
is = "Details"
template = "components/Both.mdx"

[components.Elsewhere]
template = "partials/Elsewhere.mdx"

[components.Source]
template = "components/Source.tsx"
"#;
    let (_, messages) = parse(text, &[]);
    insta::assert_snapshot!(messages);
}

#[test]
fn items_that_cannot_be_rendered_are_shown() {
    let messages = messages(
        r#"
[[navbar.items]]
type = "dropdwon"
label = "Guides"

[[navbar.items]]
label = "Both"
to = "/a"
href = "https://www.example.com"

[[navbar.items]]
label = "Neither"

[[navbar.items]]
to = "/a"

[[navbar.items]]
type = "dropdown"
label = "Empty"
items = []

[[navbar.items]]
type = "dropdown"
label = "Nested"
items = [{ type = "dropdown", label = "Inner" }]

[[navbar.items]]
type = "sidebar"
label = "No sidebar"

[[navbar.items]]
label = "Typeless"
sidebar = "guides"

[[navbar.items]]
label = "Outside"
to = "https://www.example.com"

[[navbar.items]]
label = "Bare"
href = "www.example.com"

[[navbar.items]]
type = "html"

[[navbar.items]]
label = "{{provider.nmae}}"
to = "/a"

[footer]
copyright = "© {year}"
links = [{ label = "Row" }]
columns = [{ title = "Column", links = [] }]
"#,
    );
    insta::assert_snapshot!(messages);
}

#[test]
fn syntax_errors_are_reported_alone() {
    let (settings, messages) = parse("title = \n[provider\nname = 'a'\n", &[]);
    assert!(settings.is_none());
    insta::assert_snapshot!(messages);
}

#[test]
fn the_schema_knows_what_the_reader_knows() {
    let schema = json_schema();
    let required = schema.get("required").and_then(|list| list.as_array()).expect("required keys");
    assert_eq!(required.len(), 3, "{required:?}");
    let text = schema.to_string();
    assert!(!text.contains("\"null\""), "TOML has no null: {text}");
}

//! The content language, form by form: what authors write, and the HTML that readers get.
//!
//! The forms stand in `fixtures/language/forms.md`. `UPDATE_FORMS=1 cargo test -p portico-render --test language`
//! writes what is found there; read the difference before it is committed.

#![expect(clippy::disallowed_methods, reason = "a test reads the fixture that it is about")]
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use portico_config::parse_settings;
use portico_diagnostics::{Diagnostic, SourceFile};
use portico_markdown::{Alias, Component, Components, CustomFence, Files, ParseInput, parse};
use portico_render::{
    BuildFacts, DocumentFrame, Prerenderer, PublishedAsset, RenderContext, render_page, site_data,
};
use portico_site::{Drafts, Route, SiteInput, build_site, check_links};
use portico_theme::theme;

const SETTINGS: &str = r#"title = "Docs"
url = "https://docs.example.com"
base_path = "/help/"

[provider]
name = "Acme"
api_base_url = "https://api.example.com"
sdk_script_url = "https://js.example.com/pay.js"
website_url = "https://www.example.com"
"#;

/// Files that the forms name.
const FILES: &[(&str, &str)] = &[
    (
        "content/guides/_part.mdx",
        "Hello {props.name}, see [the other page](./other.md) and ![a picture](./picture.png).\n",
    ),
    ("content/guides/_box.mdx", ":::tip[{props.title}]\n\n{props.children}\n\n:::\n"),
    (
        "content/guides/constants.js",
        "export const size = 3;\nexport default {tabs: [{label: 'A', value: 'a'}, {label: 'B', value: 'b'}]};\n",
    ),
    ("data/codes.json", r#"{"first": "R01"}"#),
    ("data/codes.csv", "code,title\nR01,Insufficient funds\n"),
    (
        "components/Video.mdx",
        "<figure>\n  <a href={`https://video.example/${props.id}`}>{props.title}</a>\n  {props.children}\n</figure>\n",
    ),
];

/// One form.
struct Form {
    title: String,
    source: String,
    expected: String,
}

struct Memory;

impl Files for Memory {
    fn file(&self, path: &str) -> Option<SourceFile> {
        FILES.iter().find(|(name, _)| *name == path).map(|(name, text)| SourceFile::new(*name, *text))
    }
}

#[test]
fn every_form_comes_out_as_it_is_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/language/forms.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (head, forms) = read(&text);
    let renderer = Renderer::new();
    let mut updated = head.to_owned();
    let mut failures = String::new();
    for form in &forms {
        let found = renderer.render(&form.title, &form.source);
        write!(updated, "## {}\n\n`````md\n{}`````\n\n`````html\n{found}`````\n\n", form.title, form.source)
            .unwrap();
        if found != form.expected {
            write!(
                failures,
                "--- {}\n{}--- expected\n{}--- found\n{found}\n",
                form.title, form.source, form.expected
            )
            .unwrap();
        }
    }
    if std::env::var_os("UPDATE_FORMS").is_some() {
        std::fs::write(&path, updated.trim_end().to_owned() + "\n").unwrap();
        return;
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(forms.len() > 60, "only {} forms", forms.len());
}

/// The text before the first form, and the forms: a heading, a fence with the source, a fence with the HTML.
fn read(text: &str) -> (&str, Vec<Form>) {
    let start = text.find("\n## ").map_or(text.len(), |at| at + 1);
    let mut forms: Vec<Form> = Vec::new();
    let mut block: Option<String> = None;
    for line in text[start..].split_inclusive('\n') {
        match (&mut block, line.trim_end()) {
            (None, heading) if heading.starts_with("## ") => {
                let title = heading["## ".len()..].to_owned();
                forms.push(Form { title, source: String::new(), expected: String::new() });
            }
            (None, fence) if fence.starts_with("`````") => block = Some(fence["`````".len()..].to_owned()),
            (None, _) => {}
            (Some(_), "`````") => block = None,
            (Some(language), _) => {
                let form = forms.last_mut().unwrap();
                if language == "md" { form.source.push_str(line) } else { form.expected.push_str(line) }
            }
        }
    }
    (&text[..start], forms)
}

struct Renderer {
    prerenderer: Prerenderer,
    components: Components,
}

impl Renderer {
    fn new() -> Self {
        let mut components = Components::built_in();
        components.register("Video", Component::template("components/Video.mdx"));
        components.register(
            "Explanation",
            Component::alias(Alias {
                of: "Details".to_owned(),
                renamed: [("title".to_owned(), "summary".to_owned())].into(),
                ..Alias::default()
            }),
        );
        components.register_fence(
            "player",
            CustomFence { language: "jsx".into(), component: Some("Video".into()) },
        );
        let settings = parse_settings(&SourceFile::new("portal.toml", SETTINGS), &BTreeMap::new()).0.unwrap();
        let (site, _) = site_of(&settings, Vec::new());
        let prerenderer = Prerenderer::new(theme(), &site_data(&site, &BuildFacts::default()), &[]).unwrap();
        Self { prerenderer, components }
    }

    /// The article of a page with that text, each of its blocks on a line, then what was said about it.
    fn render(&self, title: &str, text: &str) -> String {
        let settings = parse_settings(&SourceFile::new("portal.toml", SETTINGS), &BTreeMap::new()).0.unwrap();
        let ending = if title.contains("(.mdx)") { "mdx" } else { "md" };
        // Without a title a leading heading would become it and leave the body.
        let text = if text.starts_with("---\n") {
            text.to_owned()
        } else {
            format!("---\ntitle: Page\n---\n\n{text}")
        };
        let mut diagnostics = Vec::new();
        let mut documents = Vec::new();
        let variables = settings.variables();
        for (path, text) in [
            (format!("content/guides/page.{ending}"), text.as_str()),
            (
                "content/guides/other.md".to_owned(),
                "---\ntitle: Other\ndescription: Another page.\n---\n\n## Part\n",
            ),
        ] {
            let source = SourceFile::new(path.as_str(), text);
            let id = portico_site::page_path_id(path.strip_prefix("content/").unwrap()).unwrap();
            let input = ParseInput {
                source: &source,
                id: &id,
                variables: &variables,
                files: &Memory,
                components: &self.components,
                has_math: false,
            };
            let (document, found) = parse(&input);
            diagnostics.extend(found);
            documents.push(Arc::new(document));
        }
        let (site, found) = site_of(&settings, documents);
        diagnostics.extend(found);
        let data = site_data(&site, &BuildFacts::default());
        let asset = |path: &str| PublishedAsset { path: path.to_owned(), size: Some((640, 480)) };
        let assets = [
            ("content/guides/picture.png".to_owned(), asset("assets/picture-0123456789.png")),
            ("static/img/logo.svg".to_owned(), asset("img/logo.svg")),
            (
                "data/codes.csv".to_owned(),
                PublishedAsset { path: "assets/codes-0123456789.csv".into(), size: None },
            ),
        ]
        .into();
        let nothing = BTreeMap::new();
        let (sidebars, cards, last_updated) = (BTreeMap::new(), nothing.clone(), BTreeMap::new());
        let context = RenderContext {
            site: &site,
            frame: DocumentFrame {
                theme: theme(),
                site: &data,
                url: &settings.url,
                favicon: None,
                site_style: "assets/site.css",
                import_map: None,
            },
            sidebars: &sidebars,
            assets: &assets,
            cards: &cards,
            last_updated: &last_updated,
        };
        let route = Route::parse("/guides/page").unwrap();
        let page = site.pages.iter().find(|page| page.route == route).unwrap();
        let rendered = render_page(&context, &self.prerenderer, page, &page.document.body.nodes()).unwrap();
        diagnostics.extend(rendered.diagnostics);
        let ids: Arc<BTreeSet<String>> = Arc::new(rendered.ids);
        diagnostics.extend(check_links(&site, &|of| (*of == route).then(|| ids.clone())));
        let data: serde_json::Value = serde_json::from_str(&rendered.page_data).unwrap();
        shown(data["html"].as_str().unwrap(), &diagnostics)
    }
}

fn site_of(
    settings: &portico_config::Settings,
    documents: Vec<Arc<portico_document::Document>>,
) -> (portico_site::Site, Vec<Diagnostic>) {
    let settings_file = SourceFile::new("portal.toml", SETTINGS);
    let sidebars = SourceFile::new("sidebars.toml", "[[docs]]\nautogenerated = 'guides'\n");
    let assets = ["content/guides/picture.png", "data/codes.csv"].map(str::to_owned).into();
    let statics = ["img/logo.svg".to_owned()].into();
    let has_pages = !documents.is_empty();
    build_site(SiteInput {
        settings: Arc::new(settings.clone()),
        documents,
        sidebars: Some(&sidebars).filter(|_| has_pages),
        redirects: None,
        categories: Vec::new(),
        settings_file: &settings_file,
        static_files: &statics,
        asset_files: &assets,
        drafts: Drafts::LeftOut,
    })
}

fn shown(html: &str, diagnostics: &[Diagnostic]) -> String {
    let mut shown = html.to_owned();
    for tag in [
        "p",
        "h2",
        "h3",
        "ul",
        "ol",
        "li",
        "div",
        "figure",
        "table",
        "section",
        "details",
        "blockquote",
        "portico-island",
    ] {
        shown = shown.replace(&format!("</{tag}>"), &format!("</{tag}>\n"));
    }
    let mut text: String =
        shown.lines().filter(|line| !line.is_empty()).fold(String::new(), |text, line| text + line + "\n");
    for diagnostic in diagnostics {
        writeln!(text, "! {}: {}", diagnostic.code, diagnostic.message).unwrap();
    }
    text
}

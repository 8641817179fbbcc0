//! The text outputs of the portal that this repository holds, and of a small site in memory.

#![expect(clippy::disallowed_methods, reason = "a test may read the site that it is about")]
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use portico_config::parse_settings;
use portico_contract::SocialImage;
use portico_diagnostics::{SourceFile, render_human};
use portico_document::{Node, NodeKind};
use portico_markdown::{Components, Files, ParseInput, parse};
use portico_render::{
    BuildFacts, TwinContext, llms_full_txt, llms_txt, markdown_twin, markdown_url, page_data, site_data,
    social_meta, structured_data,
};
use portico_site::{Drafts, Page, Site, SiteInput, build_site, page_path_id};

struct Folder(PathBuf);

impl Files for Folder {
    fn file(&self, path: &str) -> Option<SourceFile> {
        Some(SourceFile::new(path, std::fs::read_to_string(self.0.join(path)).ok()?))
    }
}

/// The parts of a site that tests write by hand.
struct Written<'a> {
    settings: String,
    sidebars: String,
    /// Text by path below `content/`.
    content: Vec<(String, String)>,
    files: &'a dyn Files,
    /// Whether it is the portal, whose problems are not looked at here.
    is_portal: bool,
}

fn build(written: &Written<'_>) -> Site {
    let settings_file = SourceFile::new("portal.toml", written.settings.as_str());
    let settings = Arc::new(parse_settings(&settings_file, &BTreeMap::new()).0.unwrap());
    let variables = settings.variables();
    let components = Components::built_in();
    let documents = written.content.iter().map(|(path, text)| {
        let source = SourceFile::new(format!("content/{path}"), text.as_str());
        let id = page_path_id(path).unwrap();
        let (files, source, id) = (written.files, &source, id.as_str());
        Arc::new(
            parse(&ParseInput {
                source,
                id,
                variables: &variables,
                files,
                components: &components,
                has_math: false,
            })
            .0,
        )
    });
    let documents = documents.collect();
    let sidebars = SourceFile::new("sidebars.toml", written.sidebars.as_str());
    let nothing = BTreeSet::new();
    let (site, problems) = build_site(SiteInput {
        settings,
        documents,
        sidebars: Some(&sidebars),
        redirects: None,
        categories: Vec::new(),
        settings_file: &settings_file,
        static_files: &nothing,
        asset_files: &nothing,
        drafts: Drafts::LeftOut,
    });
    let problems: String = problems.iter().map(|problem| render_human(problem, false)).collect();
    assert!(written.is_portal || problems.is_empty(), "{problems}");
    site
}

fn portal() -> Site {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../site");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let mut content = Vec::new();
    collect(&folder.join("content"), "", &mut content);
    content.sort();
    let files = Folder(folder.clone());
    build(&Written {
        settings: read("portal.toml"),
        sidebars: read("sidebars.toml"),
        content,
        files: &files,
        is_portal: true,
    })
}

fn collect(folder: &Path, prefix: &str, content: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), content);
        } else {
            content.push((format!("{prefix}{name}"), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

fn small() -> Site {
    let page = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    build(&Written {
        settings: r#"title = "Docs"
tagline = "All about payments."
url = "https://docs.example.com"
base_path = "/help/"

[provider]
name = "Example </script>"
api_base_url = "https://api.example.com"
sdk_script_url = "https://js.example.com/pay.js"
website_url = "https://www.example.com"

[custom]
agent_instructions = ["Prefer version 2.", "Verify signatures."]

[[navbar.items]]
type = "sidebar"
sidebar = "second"
label = "Second"

[[navbar.items]]
type = "sidebar"
sidebar = "first"
label = "First"
"#
        .to_owned(),
        sidebars: r#"
[[first]]
page = "a"

[[first]]
category = "Group"
link = "group/index"
items = [{ page = "group/b" }, { page = "a", label = "Again" }]

[[second]]
page = "c"
"#
        .to_owned(),
        content: vec![
            page("index.md", "---\ntitle: Home\nlayout: home\n---\nWelcome.\n"),
            page(
                "a.md",
                "---\ntitle: A [page]\ndescription: About a.\n---\nSee [b](./group/b.md#x) and [here](#here).\n\n## Here\n",
            ),
            page("group/index.md", "# Group\n\nThe group.\n"),
            page("group/b.md", "# B\n\nText with a [file](/openapi.yaml) and <https://a.example>.\n\n## X\n"),
            page("c.md", "---\ntitle: C\n---\n"),
            page("hidden.md", "---\ntitle: Hidden\nunlisted: true\n---\n"),
        ],
        files: &Folder(PathBuf::new()),
        is_portal: false,
    })
}

fn twins(site: &Site) -> Vec<(&Page, String)> {
    let assets = BTreeMap::new();
    let context = TwinContext { site, assets: &assets, last_updated: None };
    site.pages.iter().map(|page| (page, markdown_twin(page, &page.document.body.nodes(), &context))).collect()
}

fn full(site: &Site, twins: &[(&Page, String)]) -> String {
    let twin = |page: &Page| {
        twins.iter().find(|(known, _)| known.route == page.route).map(|(_, text)| text.clone()).ok_or(())
    };
    llms_full_txt(site, 0, twin).expect("every page has a twin").text
}

#[test]
fn a_small_site_as_text() {
    let site = small();
    insta::assert_snapshot!("small_llms_txt", llms_txt(&site).text);
    insta::assert_snapshot!("small_llms_full_txt", full(&site, &twins(&site)));
}

#[test]
fn the_size_in_the_head_is_the_size_of_the_pages() {
    let site = small();
    let text = full(&site, &twins(&site));
    let body = &text[text.find("\n---\n").unwrap()..];
    assert!(text.contains(&format!("5 pages, {} bytes from here on.", body.len())), "{text}");
}

#[test]
fn structured_data_of_a_small_site() {
    let site = small();
    let data = site_data(&site, &BuildFacts::default());
    let image = SocialImage { url: "https://docs.example.com/help/b.png".into(), size: Some((1200, 630)) };
    let page = page_data(site.page_at("/group/b").unwrap(), &site.settings, "theme", None);
    let facts = structured_data(&page, &data, &site.settings.url, Some(&image));
    let facts: Vec<String> = facts.iter().map(|fact| serde_json::to_string_pretty(fact).unwrap()).collect();
    insta::assert_snapshot!("small_structured_data", facts.join("\n"));
    let tags: Vec<String> = social_meta(&page, Some(&image))
        .into_iter()
        .map(|tag| format!("{} {}: {}", tag.attribute, tag.name, tag.content))
        .collect();
    insta::assert_snapshot!("small_social_meta", tags.join("\n"));
    let home = page_data(site.page_at("/").unwrap(), &site.settings, "theme", None);
    assert_eq!(structured_data(&home, &data, &site.settings.url, None)[0]["@type"], "WebSite");
}

#[test]
fn twins_of_the_portal() {
    let site = portal();
    let twins = twins(&site);
    assert!(twins.len() > 50, "the portal has its pages");
    for (page, twin) in &twins {
        let is_clean =
            |line: &str| !["<Card", "<Tab", "<Data", "{{", ":::"].iter().any(|mark| line.contains(mark));
        assert!(twin.starts_with("# ") && twin.ends_with('\n'), "{}", page.route);
        assert!(twin.lines().all(is_clean), "{}", page.route);
    }
    let index = llms_txt(&site).text;
    for (page, _) in &twins {
        let address = format!("({})", markdown_url(&site.settings, &page.route));
        assert_eq!(index.matches(&address).count(), 1, "{address}");
    }
    let text = full(&site, &twins);
    assert!(twins.iter().all(|(_, twin)| text.contains(twin.trim_end())));
}

#[test]
fn twins_of_the_portal_read_as_the_pages_do() {
    let site = portal();
    let (files, components, variables) =
        (Folder(PathBuf::new()), Components::built_in(), site.settings.variables());
    for (page, twin) in twins(&site) {
        let source = SourceFile::new("content/twin.md", twin.as_str());
        let (files, components, variables) = (&files, &components, &variables);
        let twin =
            parse(&ParseInput { source: &source, id: "twin", variables, files, components, has_math: false })
                .0;
        let read = texts(&twin.body.nodes()).concat();
        let mut rest = read.as_str();
        // What components add stands between; nothing of the page is lost or changes its place.
        for text in texts(&page.document.body.nodes()) {
            let at = rest.find(&text).unwrap_or_else(|| panic!("{}: `{text}` is not in: {rest}", page.route));
            rest = &rest[at + text.len()..];
        }
    }
}

/// Texts and code in reading order, without white space.
fn texts(nodes: &[Node]) -> Vec<String> {
    let mut texts = Vec::new();
    for node in nodes {
        let text = match &node.kind {
            NodeKind::Text(text) | NodeKind::InlineCode(text) => text.clone(),
            NodeKind::Code(code) => code.text(),
            NodeKind::Diagram { source, .. } => source.clone(),
            _ => {
                texts.extend(node.children().into_iter().flat_map(texts_of));
                continue;
            }
        };
        texts.push(text.split_whitespace().collect());
    }
    texts
}

fn texts_of(node: &Node) -> Vec<String> {
    texts(std::slice::from_ref(node))
}

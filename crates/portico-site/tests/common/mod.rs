//! Small sites in memory.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use portico_config::parse_settings;
use portico_diagnostics::{Diagnostic, SourceFile, Span, render_human};
use portico_document::{Document, FrontMatter, Link, Node, NodeKind};
use portico_site::{Drafts, Site, SiteInput, build_site, page_path_id};

pub(crate) const SETTINGS: &str = r#"title = "A site"
url = "https://docs.example.com"

[provider]
name = "Example"
api_base_url = "https://api.example.com"
sdk_script_url = "https://js.example.com/pay.js"
website_url = "https://www.example.com"
"#;

/// A site to be.
#[derive(Clone)]
pub(crate) struct TestSite {
    pub(crate) settings: String,
    pub(crate) documents: Vec<Arc<Document>>,
    pub(crate) sidebars: Option<String>,
    pub(crate) redirects: Option<String>,
    pub(crate) categories: Vec<SourceFile>,
    pub(crate) static_files: BTreeSet<String>,
    pub(crate) asset_files: BTreeSet<String>,
    pub(crate) drafts: Drafts,
}

impl TestSite {
    /// A site with pages at these paths below `content/`.
    pub(crate) fn new(paths: &[&str]) -> Self {
        Self {
            settings: SETTINGS.to_owned(),
            documents: paths.iter().map(|path| Arc::new(document(path, ""))).collect(),
            sidebars: None,
            redirects: None,
            categories: Vec::new(),
            static_files: BTreeSet::new(),
            asset_files: BTreeSet::new(),
            drafts: Drafts::LeftOut,
        }
    }

    pub(crate) fn settings(mut self, addition: &str) -> Self {
        self.settings.push_str(addition);
        self
    }

    pub(crate) fn sidebars(mut self, text: &str) -> Self {
        self.sidebars = Some(text.to_owned());
        self
    }

    pub(crate) fn redirects(mut self, text: &str) -> Self {
        self.redirects = Some(text.to_owned());
        self
    }

    pub(crate) fn category(mut self, path: &str, text: &str) -> Self {
        self.categories.push(SourceFile::new(path, text));
        self
    }

    pub(crate) fn page(mut self, path: &str, text: &str) -> Self {
        self.documents.push(Arc::new(document(path, text)));
        self
    }

    pub(crate) fn files(mut self, static_files: &[&str], asset_files: &[&str]) -> Self {
        self.static_files.extend(static_files.iter().map(|file| (*file).to_owned()));
        self.asset_files.extend(asset_files.iter().map(|file| (*file).to_owned()));
        self
    }

    pub(crate) fn build(&self) -> (Site, Vec<Diagnostic>) {
        let settings_file = SourceFile::new("portal.toml", self.settings.as_str());
        let (settings, problems) = parse_settings(&settings_file, &BTreeMap::new());
        assert_eq!(messages(&problems), "");
        let file = |path: &'static str, text: &Option<String>| {
            text.as_ref().map(|text| SourceFile::new(path, text.as_str()))
        };
        let (sidebars, redirects) =
            (file("sidebars.toml", &self.sidebars), file("redirects.toml", &self.redirects));
        build_site(SiteInput {
            settings: Arc::new(settings.expect("readable settings")),
            documents: self.documents.clone(),
            sidebars: sidebars.as_ref(),
            redirects: redirects.as_ref(),
            categories: self.categories.iter().collect(),
            settings_file: &settings_file,
            static_files: &self.static_files,
            asset_files: &self.asset_files,
            drafts: self.drafts,
        })
    }

    /// The site, which must have no problems.
    pub(crate) fn built(&self) -> Site {
        let (site, problems) = self.build();
        assert_eq!(messages(&problems), "");
        site
    }

    /// The problems, as people read them.
    pub(crate) fn problems(&self) -> String {
        messages(&self.build().1)
    }
}

pub(crate) fn messages(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| render_human(diagnostic, false)).collect()
}

/// A document made from the part of Markdown that these tests need: front matter with plain keys, headings on lines
/// of `#`, and links `[text](address)`.
pub(crate) fn document(path: &str, text: &str) -> Document {
    let source = SourceFile::new(format!("content/{path}"), text);
    let front_matter = front_matter(text);
    let name = path.rsplit('/').next().unwrap_or(path).split('.').next().unwrap_or(path).to_owned();
    Document {
        id: page_path_id(path).unwrap_or_else(|| path.to_owned()),
        title: front_matter.title.clone().unwrap_or(name),
        description: String::new(),
        body: body(text).into(),
        head: Vec::new(),
        dependencies: Vec::new(),
        included: Vec::new(),
        source,
        front_matter,
    }
}

fn front_matter(text: &str) -> FrontMatter {
    use portico_document::{DisplayedSidebar, Pagination};
    let mut front_matter = FrontMatter::default();
    let Some(block) = text.strip_prefix("---\n").and_then(|rest| rest.split_once("---\n")) else {
        return front_matter;
    };
    front_matter.span = Span::new(0, block.0.len() + 8);
    let pagination = |value: &str| match value {
        "null" => Pagination::Hidden,
        id => Pagination::Page(id.to_owned()),
    };
    for line in block.0.lines() {
        let (key, value) = line.split_once(": ").expect("a key and a value");
        let text = || Some(value.to_owned());
        match key {
            "id" => front_matter.id = text(),
            "slug" => front_matter.slug = text(),
            "title" => front_matter.title = text(),
            "sidebar_label" => front_matter.sidebar_label = text(),
            "pagination_label" => front_matter.pagination_label = text(),
            "sidebar_position" => front_matter.sidebar_position = value.parse().ok(),
            "toc_max_heading_level" => front_matter.toc_max_heading_level = value.parse().ok(),
            "draft" => front_matter.is_draft = value == "true",
            "unlisted" => front_matter.is_unlisted = value == "true",
            "pagination_next" => front_matter.pagination_next = pagination(value),
            "pagination_prev" => front_matter.pagination_prev = pagination(value),
            "displayed_sidebar" => {
                front_matter.displayed_sidebar = match value {
                    "null" => DisplayedSidebar::Hidden,
                    name => DisplayedSidebar::Named(name.to_owned()),
                };
            }
            "parse_number_prefixes" => {
                front_matter.other.insert(key.to_owned(), serde_json::Value::Bool(value == "true"));
            }
            other => panic!("front matter key {other}"),
        }
    }
    front_matter
}

fn body(text: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(offset, offset + line.trim_end().len());
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if level > 0 {
            let title = line[level..].trim().to_owned();
            let heading = NodeKind::Heading {
                level: u8::try_from(level).expect("few marks"),
                id: portico_document::slugify(&title),
                children: vec![Node::new(NodeKind::Text(title), span)],
            };
            nodes.push(Node::new(heading, span));
        } else if line.starts_with('<') {
            nodes.push(Node::new(NodeKind::Html(line.trim_end().to_owned()), span));
        } else {
            nodes.extend(links(line, offset));
        }
        offset += line.len();
    }
    nodes
}

fn links(line: &str, offset: usize) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (at, _) in line.match_indices("](") {
        let href = line[at + 2..].split(')').next().unwrap_or_default();
        let href_span = Span::new(offset + at + 2, offset + at + 2 + href.len());
        let is_image = line[..at].rfind('[').is_some_and(|start| line[..start].ends_with('!'));
        let kind = if is_image {
            NodeKind::Image(Box::new(portico_document::Image {
                src: href.to_owned(),
                src_span: href_span,
                alt: String::new(),
                title: None,
            }))
        } else {
            NodeKind::Link(Box::new(Link {
                href: href.to_owned(),
                href_span,
                title: None,
                children: Vec::new(),
            }))
        };
        nodes.push(Node::new(kind, href_span));
    }
    nodes
}

/// The ids of a page's headings, for anchor checks.
pub(crate) fn heading_ids(site: &Site, route: &portico_site::Route) -> Option<Arc<BTreeSet<String>>> {
    let page = site.page(route)?;
    Some(Arc::new(page.document.body.outline().headings.iter().map(|heading| heading.id.clone()).collect()))
}

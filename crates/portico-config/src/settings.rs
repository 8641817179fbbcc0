//! Settings as meant: complete, checked, variables filled in.

use std::collections::BTreeMap;

use portico_diagnostics::{Code, Diagnostic, Severity, Span};
use serde_json::{Map, Value};

/// Everything a site's `portal.toml` says, after defaults, overrides and variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Title of the site.
    pub title: String,
    /// What stands between page title and site title: `|`.
    pub title_delimiter: String,
    /// One line below the title; may be empty.
    pub tagline: String,
    /// Origin of the published site without a slash at the end: `https://docs.example.com`.
    pub url: String,
    /// Path that all routes are below, with slashes at both ends: `/` or `/docs/`.
    pub base_path: String,
    /// Language of the site: `en`.
    pub locale: String,
    /// Address of the favicon.
    pub favicon: Option<Located<String>>,
    /// The provider whose portal this is.
    pub provider: Provider,
    /// Values of the site's own.
    pub custom: Map<String, Value>,
    /// How pages are shown.
    pub docs: Docs,
    /// How pages are read.
    pub markdown: Markdown,
    /// Colour mode.
    pub color_mode: ColorModeSettings,
    /// The bar above the navbar, if there is one.
    pub announcement_bar: Option<AnnouncementBar>,
    /// Top navbar.
    pub navbar: Navbar,
    /// Footer.
    pub footer: Footer,
    /// Search.
    pub search: Search,
    /// Analytics.
    pub analytics: Analytics,
    /// How bad broken links are.
    pub links: LinkSeverities,
    /// How bad mistakes inside pages are.
    pub content: ContentSeverities,
    /// Response headers and the Content-Security-Policy.
    pub security: Security,
    /// Components that the site brings along, by name.
    pub components: BTreeMap<String, SiteComponent>,
    /// Languages of code fences that mean more than their colours.
    pub code_fences: BTreeMap<String, CodeFence>,
}

/// A value and where it stands in the settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place in the settings file; `None` for a default or an override from the environment.
    pub span: Option<Span>,
}

/// The provider and its three settings (specification section 1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provider {
    /// Name.
    pub name: String,
    /// API base URL, without a slash at the end.
    pub api_base_url: String,
    /// SDK script URL.
    pub sdk_script_url: String,
    /// Website URL, without a slash at the end.
    pub website_url: String,
}

/// How pages are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Docs {
    /// Name of the docs version in storage and search tags: `current`.
    pub version_name: String,
    /// Label of the docs version for people: `Next`.
    pub version_label: String,
    /// Address for editing a source, with `{path}` for its path in the site folder.
    pub edit_url: Option<String>,
    /// Whether pages say when they last changed.
    pub has_last_updated: bool,
    /// Whether pages show breadcrumbs.
    pub has_breadcrumbs: bool,
    /// Lowest heading level in the toc.
    pub toc_min_level: u8,
    /// Highest heading level in the toc.
    pub toc_max_level: u8,
}

/// How pages are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Markdown {
    /// Whether dollar signs enclose formulas, unless a page's front matter says otherwise.
    pub has_math: bool,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorMode {
    /// Light.
    #[default]
    Light,
    /// Dark.
    Dark,
}

/// Colour mode settings (specification section 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColorModeSettings {
    /// Mode of a reader who never chose.
    pub default_mode: ColorMode,
    /// Whether the switch is left out and a stored choice ignored.
    pub is_switch_disabled: bool,
}

/// The bar above the navbar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnouncementBar {
    /// Dismissal lasts until this changes.
    pub id: String,
    /// Content as HTML, with its place.
    pub html: Located<String>,
    /// CSS colour of the background.
    pub background_color: Option<String>,
    /// CSS colour of the text.
    pub text_color: Option<String>,
    /// Whether readers can dismiss it.
    pub is_closeable: bool,
}

/// The top navbar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Navbar {
    /// Text beside the logo.
    pub title: String,
    /// Address of the logo for light mode.
    pub logo: Option<Located<String>>,
    /// Address of the logo for dark mode, if another one.
    pub logo_dark: Option<Located<String>>,
    /// Items in the order they are written.
    pub items: Vec<NavbarItem>,
}

/// An item of the navbar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NavbarItem {
    /// Left or right.
    pub position: Position,
    /// What it is.
    pub kind: NavbarItemKind,
    /// Where it stands in the settings file.
    pub span: Option<Span>,
}

/// Side of the navbar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Position {
    /// Beside the logo.
    #[default]
    Left,
    /// At the far side.
    Right,
}

/// The kinds of navbar items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NavbarItemKind {
    /// A link.
    Link(ItemLink),
    /// A link to the first page of a sidebar.
    Sidebar {
        /// Id of the sidebar, with its place.
        sidebar: Located<String>,
        /// Text; `None` means the label of the entry that it leads to.
        label: Option<String>,
    },
    /// A menu of links; never empty.
    Dropdown {
        /// Text of the button.
        label: String,
        /// What it opens.
        items: Vec<ItemLink>,
    },
    /// The search button.
    Search,
    /// HTML written by the site's owner.
    Html(Located<String>),
}

/// A link of the navbar or footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemLink {
    /// Text.
    pub label: String,
    /// Where it leads.
    pub target: Located<ItemTarget>,
    /// Route prefix that makes it active.
    pub active_prefix: Option<String>,
}

/// Where a link of the navbar or footer leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemTarget {
    /// A route of the site, with query and fragment as written (`to`). Starts with `/`.
    Route(String),
    /// Any address, opened as a plain link (`href`).
    Address(String),
}

/// The footer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footer {
    /// Columns of links; a plain row is a single column without title.
    pub columns: Vec<FooterColumn>,
    /// Copyright line as HTML; empty for none.
    pub copyright_html: String,
    /// Where the copyright line stands in the settings file.
    pub copyright_span: Option<Span>,
}

/// A column of the footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FooterColumn {
    /// Title of the column; `None` for the plain row.
    pub title: Option<String>,
    /// Its links.
    pub links: Vec<ItemLink>,
}

/// Search settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// Route of the search page.
    pub route: String,
    /// Where readers report missing results; `{query}` stands for the query.
    pub report_url: Option<String>,
    /// Whether the embedded index is built.
    pub has_embedded: bool,
    /// The cluster that hosts the search, if one does.
    pub typesense: Option<Typesense>,
}

/// Hosted search on a Typesense cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct Typesense {
    /// Nodes, in the order they are asked; at least one.
    pub nodes: Vec<TypesenseNode>,
    /// Node that is asked before all others.
    pub nearest_node: Option<TypesenseNode>,
    /// Collection to search in: an alias.
    pub collection: String,
    /// Search-only API key.
    pub search_key: String,
    /// Whether only records of the site's language and docs version are searched.
    pub is_contextual: bool,
    /// Regular expression (JavaScript) for addresses of results that lead outside the site.
    pub external_url_pattern: Option<Located<String>>,
    /// How long a node may take, in milliseconds.
    pub timeout_ms: u32,
    /// Search parameters of the site's own, as the cluster reads them.
    pub parameters: BTreeMap<String, String>,
}

/// A node of the cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypesenseNode {
    /// Scheme, host and port unless it is the scheme's own: `https://search.example.com`.
    pub origin: String,
    /// Path that the API is below, with a slash at its start and none at its end; empty for none.
    pub path: String,
}

impl TypesenseNode {
    /// Address that the paths of the API are put behind.
    pub fn address(&self) -> String {
        format!("{}{}", self.origin, self.path)
    }
}

impl Typesense {
    /// All nodes in the order they are asked, the nearest first.
    pub fn all_nodes(&self) -> impl Iterator<Item = &TypesenseNode> {
        self.nearest_node.iter().chain(&self.nodes)
    }
}

/// Analytics settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analytics {
    /// Id of the tag manager container: `GTM-XXXXXXX`.
    pub tag_manager_id: Option<String>,
}

/// What becomes of a finding that a site may judge for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkSeverity {
    /// The site cannot be published.
    Error,
    /// It is reported, and the site can be published.
    Warning,
    /// It is not reported.
    Ignore,
}

/// How bad broken links are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkSeverities {
    /// A link to a page that does not exist.
    pub broken: LinkSeverity,
    /// A link to an anchor that the page does not have.
    pub broken_anchors: LinkSeverity,
    /// An image or file that does not exist.
    pub missing_assets: LinkSeverity,
    /// Two pages with one route.
    pub duplicate_routes: LinkSeverity,
}

/// How bad mistakes inside pages are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentSeverities {
    /// A component that nobody registered.
    pub unknown_components: LinkSeverity,
    /// A property that a component does not take.
    pub invalid_properties: LinkSeverity,
    /// An import of something that does not exist or is not constant.
    pub missing_imports: LinkSeverity,
    /// A variable that is not defined.
    pub unknown_variables: LinkSeverity,
    /// Braces and tags that do not fit together.
    pub syntax: LinkSeverity,
}

impl ContentSeverities {
    /// The diagnostic as the site wants it; `None` if it is not to be reported.
    pub fn apply(&self, diagnostic: Diagnostic) -> Option<Diagnostic> {
        let severity = match diagnostic.code {
            Code::MarkdownUnknownComponent => self.unknown_components,
            Code::MarkdownInvalidProperty => self.invalid_properties,
            Code::MarkdownImport => self.missing_imports,
            Code::MarkdownUnknownVariable => self.unknown_variables,
            Code::MarkdownSyntax => self.syntax,
            _ => return Some(diagnostic),
        };
        match severity {
            LinkSeverity::Error => Some(diagnostic.with_severity(Severity::Error)),
            LinkSeverity::Warning => Some(diagnostic.with_severity(Severity::Warning)),
            LinkSeverity::Ignore => None,
        }
    }
}

/// Response headers and additions to the Content-Security-Policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Security {
    /// Headers that every response carries beside Portico's own.
    pub headers: BTreeMap<String, String>,
    /// Extra origins by directive (`script-src`), in the order they are written.
    pub extra_origins: BTreeMap<String, Vec<String>>,
}

/// What a component is that the site brings along. Paths are relative to the site folder.
#[derive(Clone, Debug, PartialEq)]
pub enum SiteComponent {
    /// Another name for a component.
    Alias {
        /// The other component.
        of: Located<String>,
        /// Properties that have another name there: the name here, and the one there.
        renamed: BTreeMap<String, String>,
        /// Properties that the other one gets unless a page sets them.
        fixed: Map<String, Value>,
    },
    /// A template.
    Template(Located<String>),
    /// A React component: a JavaScript module with it as the default export.
    Module(Located<String>),
}

/// A language of code fences that means more than its colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeFence {
    /// Language to colour the code as; empty for none.
    pub language: String,
    /// Component that shows the code.
    pub component: Option<Located<String>>,
}

impl Settings {
    /// The tag by which search tells records of the docs from others: `docs-default-current`.
    pub fn docs_tag(&self) -> String {
        format!("docs-default-{}", self.docs.version_name)
    }

    /// The filter that keeps a hosted search to the site's language and docs version.
    pub fn contextual_filter(&self) -> String {
        format!("language:={} && docusaurus_tag:=[default,{}]", self.locale, self.docs_tag())
    }

    /// Text for `<title>`: page title, delimiter and site title; the site title alone for a page whose title is
    /// empty or says the same.
    pub fn document_title(&self, page_title: &str) -> String {
        if page_title.is_empty() || page_title == self.title {
            self.title.clone()
        } else {
            format!("{page_title} {} {}", self.title_delimiter, self.title)
        }
    }

    /// A root-relative path as the browser must ask for it: below the base path.
    ///
    /// A path is taken as it is, so this must be applied once only.
    pub fn path_below_base(&self, path: &str) -> String {
        format!("{}{}", self.base_path, path.trim_start_matches('/'))
    }

    /// The canonical URL of a route: origin, base path and route.
    pub fn canonical_url(&self, route: &str) -> String {
        format!("{}{}", self.url, self.path_below_base(route))
    }
}

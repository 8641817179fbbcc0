//! Settings as written: the shape of `portal.toml`.
//!
//! The doc comments are what editors show, and the types are what [`crate::check`] holds a file against. Everything
//! is optional here; what is required is said in [`crate::meant`], so that a missing key hides no other problem.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::at::At;

type Text = Option<At<String>>;
type Flag = Option<bool>;
type Strings = BTreeMap<String, At<String>>;

/// Settings of a Portico site.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "Portico site settings", extend("required" = ["title", "url", "provider"]))]
pub(crate) struct Written {
    /// Title of the site.
    pub(crate) title: Text,
    /// What stands between page title and site title. Default: `|`.
    pub(crate) title_delimiter: Text,
    /// One line below the title.
    pub(crate) tagline: Text,
    /// Origin that the site is published at, without a path: `https://docs.example.com`.
    pub(crate) url: Text,
    /// Path that the site is published below. Default: `/`.
    pub(crate) base_path: Text,
    /// Language of the site. Default: `en`.
    pub(crate) locale: Text,
    /// Favicon: a path below `static/`, such as `/img/favicon.svg`, or an address.
    pub(crate) favicon: Text,
    /// The provider whose portal this is.
    pub(crate) provider: Option<At<Provider>>,
    /// Values of your own. Content names them as `{{custom.key}}`.
    pub(crate) custom: Option<Map<String, Value>>,
    /// How pages are shown.
    pub(crate) docs: Docs,
    /// How pages are read.
    pub(crate) markdown: Markdown,
    /// Light and dark.
    pub(crate) color_mode: ColorMode,
    /// A bar above the navbar; readers can dismiss it.
    pub(crate) announcement_bar: Option<At<AnnouncementBar>>,
    /// Top navbar.
    pub(crate) navbar: Navbar,
    /// Footer.
    pub(crate) footer: Footer,
    /// Search.
    pub(crate) search: Search,
    /// Analytics.
    pub(crate) analytics: Analytics,
    /// How bad broken links are.
    pub(crate) links: Links,
    /// How bad mistakes inside pages are.
    pub(crate) content: Content,
    /// Response headers and the Content-Security-Policy.
    pub(crate) security: Security,
    /// Components that the site brings along, by name. Files `components/Name.mdx` and `.html` need no entry.
    pub(crate) components: BTreeMap<String, At<Component>>,
    /// Languages of code fences that mean more than their colours.
    pub(crate) code_fences: BTreeMap<String, At<CodeFence>>,
}

/// The provider whose portal this is.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name", "api_base_url", "sdk_script_url", "website_url"]))]
pub(crate) struct Provider {
    /// Name of the provider.
    pub(crate) name: Text,
    /// Base URL of the provider's API.
    pub(crate) api_base_url: Text,
    /// URL of the script that loads the JavaScript SDK.
    pub(crate) sdk_script_url: Text,
    /// URL of the provider's website.
    pub(crate) website_url: Text,
}

/// How pages are shown.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Docs {
    /// Name of the docs version in storage keys and search tags. Default: `current`.
    pub(crate) version_name: Text,
    /// Label of the docs version for people. Default: `Next`.
    pub(crate) version_label: Text,
    /// Address for "Edit this page"; `{path}` stands for the path of the source in the site folder.
    pub(crate) edit_url: Text,
    /// Whether pages say when they last changed. Default: false.
    pub(crate) last_updated: Flag,
    /// Whether pages show breadcrumbs. Default: true.
    pub(crate) breadcrumbs: Flag,
    /// Lowest heading level in the table of contents. Default: 2.
    #[schemars(range(min = 2, max = 6))]
    pub(crate) toc_min_level: Option<At<u8>>,
    /// Highest heading level in the table of contents. Default: 3.
    #[schemars(range(min = 2, max = 6))]
    pub(crate) toc_max_level: Option<At<u8>>,
}

/// How pages are read.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Markdown {
    /// Whether `$…$` within a line and `$$` on lines of their own enclose formulas in LaTeX. A page's front matter can
    /// say otherwise (`math`). Default: false.
    pub(crate) math: Flag,
}

/// Light and dark.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ColorMode {
    /// Mode of a reader who never chose. Default: `light`.
    #[serde(rename = "default")]
    pub(crate) default_mode: Option<Mode>,
    /// Leave out the switch and ignore a stored choice. Default: false.
    pub(crate) disable_switch: Flag,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Mode {
    Light,
    Dark,
}

/// A bar above the navbar; readers can dismiss it.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["content"]))]
pub(crate) struct AnnouncementBar {
    /// Dismissal lasts until this changes. Default: `announcement-bar`.
    pub(crate) id: Text,
    /// Content as HTML; may use variables.
    pub(crate) content: Text,
    /// CSS colour of the background.
    pub(crate) background_color: Text,
    /// CSS colour of the text.
    pub(crate) text_color: Text,
    /// Whether readers can dismiss it. Default: true.
    pub(crate) closeable: Flag,
}

/// Top navbar.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Navbar {
    /// Text beside the logo. Default: the title of the site.
    pub(crate) title: Text,
    /// Logo: a path below `static/`, such as `/img/logo.svg`, or an address.
    pub(crate) logo: Text,
    /// Logo for dark mode.
    pub(crate) logo_dark: Text,
    /// Items, in order.
    pub(crate) items: Vec<At<Item>>,
}

/// An item of the navbar.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "NavbarItem")]
pub(crate) struct Item {
    /// Kind of item: `link` (the default), `sidebar`, `dropdown`, `search` or `html`.
    #[serde(rename = "type")]
    pub(crate) kind: Text,
    /// Text; may use variables.
    pub(crate) label: Text,
    /// Route that a link leads to.
    pub(crate) to: Text,
    /// Address that a link leads to, opened as a plain link; may use variables.
    pub(crate) href: Text,
    /// Routes that start with this make a link active.
    pub(crate) active_prefix: Text,
    /// Sidebar whose first page the item leads to.
    pub(crate) sidebar: Text,
    /// Links of a dropdown.
    pub(crate) items: Option<At<Vec<At<Item>>>>,
    /// HTML of an item of type `html`; may use variables.
    pub(crate) html: Text,
    /// Side of the navbar. Default: `left`.
    pub(crate) position: Option<Side>,
}

/// Side of the navbar.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Side {
    Left,
    Right,
}

/// Footer.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Footer {
    /// Copyright line as HTML; `{year}` stands for `copyright_year`; may use variables.
    pub(crate) copyright: Text,
    /// Year that `{year}` stands for.
    #[schemars(range(min = 1900, max = 9999))]
    pub(crate) copyright_year: Option<At<u16>>,
    /// Columns of links.
    pub(crate) columns: Vec<At<Column>>,
    /// Links as a plain row, instead of columns.
    pub(crate) links: Vec<At<FooterLink>>,
}

/// A column of the footer.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "FooterColumn")]
pub(crate) struct Column {
    /// Title of the column.
    pub(crate) title: Text,
    /// Its links.
    pub(crate) links: Vec<At<FooterLink>>,
}

/// A link of the footer.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FooterLink {
    /// Text; may use variables.
    pub(crate) label: Text,
    /// Route that the link leads to.
    pub(crate) to: Text,
    /// Address that the link leads to; may use variables.
    pub(crate) href: Text,
}

/// Search.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Search {
    /// Route of the search page. Default: `/search`.
    pub(crate) route: Text,
    /// Address where readers report missing results; `{query}` stands for the query.
    pub(crate) report_url: Text,
    /// Whether the embedded index is built. Beside a cluster it answers when the cluster does not. Default: true.
    pub(crate) embedded: Option<At<bool>>,
    /// Hosted search on a Typesense cluster.
    pub(crate) typesense: Option<At<Typesense>>,
}

/// Hosted search on a Typesense cluster.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["collection", "search_key", "nodes"]))]
pub(crate) struct Typesense {
    /// Collection to search in: the alias that `portico search push` keeps.
    pub(crate) collection: Text,
    /// Search-only API key. It is published; never write an admin key here.
    pub(crate) search_key: Text,
    /// Nodes of the cluster; they are asked in turn.
    pub(crate) nodes: Option<At<Vec<At<TypesenseNode>>>>,
    /// Node that is asked before all others, such as a geographical load balancer.
    pub(crate) nearest_node: Option<At<TypesenseNode>>,
    /// Whether only records of the site's language and docs version are searched. Default: true.
    pub(crate) contextual: Flag,
    /// Regular expression (JavaScript) for addresses of results that lead outside the site.
    pub(crate) external_url_pattern: Text,
    /// Milliseconds to wait for a node before the next one is asked. Default: 5000.
    #[schemars(range(min = 100, max = 60_000))]
    pub(crate) timeout_ms: Option<At<u32>>,
    /// Search parameters of the cluster; `filter_by` is joined to the contextual filter.
    pub(crate) parameters: Option<At<Map<String, Value>>>,
}

/// A node of the cluster.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["host"]))]
pub(crate) struct TypesenseNode {
    /// Host name.
    pub(crate) host: Text,
    /// Port. Default: 443.
    #[schemars(range(min = 1, max = 65_535))]
    pub(crate) port: Option<At<u16>>,
    /// `https` or `http`. Default: `https`.
    pub(crate) protocol: Option<Protocol>,
    /// Path that the API is below. Default: none.
    pub(crate) path: Text,
}

/// How a node is spoken to.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Protocol {
    Https,
    Http,
}

/// Analytics.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Analytics {
    /// Id of the tag manager container: `GTM-XXXXXXX`.
    pub(crate) tag_manager_id: Text,
}

/// How bad broken links are.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Links {
    /// A link to a page that does not exist. Default: `error`.
    pub(crate) broken: Option<Severity>,
    /// A link to an anchor that the page does not have. Default: `error`.
    pub(crate) broken_anchors: Option<Severity>,
    /// An image or file that does not exist. Default: `error`.
    pub(crate) missing_assets: Option<Severity>,
    /// Two pages with one route. Default: `error`.
    pub(crate) duplicate_routes: Option<Severity>,
}

/// How bad mistakes inside pages are.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Content {
    /// A component that nobody registered; its name and what stands in it are shown. Default: `warning`.
    pub(crate) unknown_components: Option<Severity>,
    /// A property that a component does not take. Default: `error`.
    pub(crate) invalid_properties: Option<Severity>,
    /// An import of something that does not exist or is not constant. Default: `error`.
    pub(crate) missing_imports: Option<Severity>,
    /// A variable that is not defined; it is shown as written. Default: `error`.
    pub(crate) unknown_variables: Option<Severity>,
    /// Braces and tags that do not fit together. Default: `error`.
    pub(crate) syntax: Option<Severity>,
}

/// What becomes of a finding.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Severity {
    Error,
    Warning,
    Ignore,
}

/// Response headers and the Content-Security-Policy.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Security {
    /// Headers that every response carries beside Portico's own.
    pub(crate) headers: Strings,
    /// Extra origins for the Content-Security-Policy, by directive.
    pub(crate) extra_origins: ExtraOrigins,
}

/// Extra origins for the Content-Security-Policy, by directive.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ExtraOrigins {
    /// `script-src`.
    pub(crate) script: Vec<At<String>>,
    /// `style-src`.
    pub(crate) style: Vec<At<String>>,
    /// `img-src`.
    pub(crate) image: Vec<At<String>>,
    /// `font-src`.
    pub(crate) font: Vec<At<String>>,
    /// `connect-src`.
    pub(crate) connect: Vec<At<String>>,
    /// `frame-src`.
    pub(crate) frame: Vec<At<String>>,
    /// `media-src`.
    pub(crate) media: Vec<At<String>>,
}

/// A component that the site brings along: either `is` or `template` says what it is.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Component {
    /// The component that it is another name for.
    pub(crate) is: Text,
    /// With `is`: names of properties here, and what they are called there.
    pub(crate) props: Strings,
    /// With `is`: properties that the other component gets unless a page sets them.
    pub(crate) set: Map<String, Value>,
    /// Path of the template that stands for it, relative to the site folder: `components/Name.mdx` or `.html`.
    pub(crate) template: Text,
    /// Path of the JavaScript module whose default export is this React component, relative to the site folder:
    /// `components/Name.js`. JSX must be compiled.
    pub(crate) module: Text,
}

/// A language of code fences that means more than its colours.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct CodeFence {
    /// Language to colour the code as. Default: none.
    pub(crate) language: Text,
    /// Component that shows the code. It gets the rest of the fence's first line as properties, the code as `code`,
    /// and the code block as its content.
    pub(crate) component: Text,
}

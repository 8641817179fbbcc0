//! Site to contract: what the browser is told, converted by hand.

use portico_config::{Settings, TypesenseNode};
use portico_contract::{
    AnnouncementBar, ColorMode, ColorModeSettings, Crumb, DocsVersion, Footer, FooterColumn, HeadElement,
    HostedSearch, LastUpdated, Layout, Navbar, NavbarItem, NavbarLink, PageData, PageLink, Provider,
    SearchSettings, SidebarCategory, SidebarEntry, SidebarLink, SidebarView, SiteData, TagManager, TocEntry,
};
use portico_document::PageLayout;
use portico_site::{Destination, Page, Sidebar, SidebarEntryKind, Site, TocNode};

use crate::article::{Article, render_inline_label};
use crate::sidebar::below_base;

/// From this many links on, documents hold only what a page shows of its sidebar.
pub const PRUNE_ABOVE: usize = 200;

/// Facts about a build that the site itself does not hold.
#[derive(Clone, Debug, Default)]
pub struct BuildFacts {
    /// Addresses of the sidebars' shared files, below the base path.
    pub sidebar_files: std::collections::BTreeMap<String, String>,
    /// Address of the embedded search index.
    pub search_index: Option<String>,
    /// Whether this is the development server's output.
    pub is_preview: bool,
}

/// Site data for the browser.
pub fn site_data(site: &Site, facts: &BuildFacts) -> SiteData {
    let settings = &site.settings;
    SiteData {
        title: settings.title.clone(),
        title_delimiter: settings.title_delimiter.clone(),
        base_path: settings.base_path.clone(),
        locale: settings.locale.clone(),
        provider: Provider {
            name: settings.provider.name.clone(),
            api_base_url: settings.provider.api_base_url.clone(),
            sdk_script_url: settings.provider.sdk_script_url.clone(),
            website_url: settings.provider.website_url.clone(),
        },
        announcement_bar: settings.announcement_bar.as_ref().map(|bar| AnnouncementBar {
            id: bar.id.clone(),
            html: bar.html.value.clone(),
            background_color: bar.background_color.clone(),
            text_color: bar.text_color.clone(),
            is_closeable: bar.is_closeable,
        }),
        navbar: Navbar {
            title: settings.navbar.title.clone(),
            logo: settings
                .navbar
                .logo
                .as_ref()
                .map(|logo| below_base(&settings.base_path, &logo.value).into_owned()),
            logo_dark: settings
                .navbar
                .logo_dark
                .as_ref()
                .map(|logo| below_base(&settings.base_path, &logo.value).into_owned()),
            left: site.navbar.left.iter().map(navbar_item).collect(),
            right: site.navbar.right.iter().map(navbar_item).collect(),
        },
        footer: Footer {
            columns: site
                .footer
                .iter()
                .map(|column| FooterColumn {
                    title: column.title.clone(),
                    links: column.links.iter().map(navbar_link).collect(),
                })
                .collect(),
            copyright_html: settings.footer.copyright_html.clone(),
        },
        color_mode: ColorModeSettings {
            default_mode: match settings.color_mode.default_mode {
                portico_config::ColorMode::Light => ColorMode::Light,
                portico_config::ColorMode::Dark => ColorMode::Dark,
            },
            is_switch_disabled: settings.color_mode.is_switch_disabled,
        },
        docs_version: DocsVersion {
            name: settings.docs.version_name.clone(),
            label: settings.docs.version_label.clone(),
        },
        search: SearchSettings {
            route: site.search_route.to_string(),
            index_url: facts.search_index.clone(),
            // A preview is searched as it stands, not as it was pushed.
            hosted: settings.search.typesense.as_ref().filter(|_| !facts.is_preview).map(|typesense| {
                HostedSearch {
                    nodes: typesense.nodes.iter().map(TypesenseNode::address).collect(),
                    nearest_node: typesense.nearest_node.as_ref().map(TypesenseNode::address),
                    collection: typesense.collection.clone(),
                    search_key: typesense.search_key.clone(),
                    contextual_filter: typesense.is_contextual.then(|| settings.contextual_filter()),
                    external_url_pattern: typesense
                        .external_url_pattern
                        .as_ref()
                        .map(|pattern| pattern.value.clone()),
                    timeout_ms: typesense.timeout_ms,
                    parameters: typesense.parameters.clone(),
                }
            }),
            report_url: settings.search.report_url.clone(),
        },
        tag_manager: settings
            .analytics
            .tag_manager_id
            .as_ref()
            .filter(|_| !facts.is_preview)
            .map(|id| TagManager { container_id: id.clone() }),
        sidebar_files: facts.sidebar_files.clone(),
        is_preview: facts.is_preview,
    }
}

/// Page data of a document's page, without the article's HTML.
pub fn page_data(
    page: &Page,
    settings: &Settings,
    theme: &str,
    last_updated: Option<LastUpdated>,
) -> PageData {
    let front_matter = &page.document.front_matter;
    let layout = match front_matter.layout {
        PageLayout::Doc => Layout::Doc,
        PageLayout::Home => Layout::Home,
    };
    PageData {
        theme: theme.to_owned(),
        route: page.route.to_string(),
        layout,
        title: page.title.clone(),
        document_title: page.document_title.clone(),
        description: page.description.clone(),
        canonical_url: settings.canonical_url(page.route.as_str()),
        has_title: layout == Layout::Doc && !front_matter.hide_title && !page.title.is_empty(),
        sidebar: page.sidebar.as_ref().map(|sidebar| sidebar.id.clone()),
        sidebar_key: page.sidebar.as_ref().and_then(|sidebar| sidebar.key.clone()),
        breadcrumbs: page.breadcrumbs.iter().map(crumb).collect(),
        toc: page.toc.iter().map(toc_entry).collect(),
        previous: page.previous.as_ref().map(page_link),
        next: page.next.as_ref().map(page_link),
        edit_url: page.edit_url.clone(),
        markdown_url: Some(settings.path_below_base(&page.route.markdown_name())),
        last_updated,
        image: None,
        html: String::new(),
        islands: Vec::new(),
        head: page.document.head.iter().map(head_element).collect(),
    }
}

fn head_element(element: &portico_document::HeadElement) -> HeadElement {
    let attributes = element.attributes.iter();
    let attributes = attributes.map(|it| (it.name.clone(), it.value.clone().unwrap_or_default()));
    HeadElement { tag: element.tag.clone(), attributes: attributes.collect() }
}

/// Puts what is known once the article is rendered into its page's data.
pub(crate) fn with_article(mut data: PageData, article: &Article) -> PageData {
    data.islands = article.islands.iter().cloned().collect();
    data
}

/// Page data of the search page.
pub fn search_page_data(site: &Site, theme: &str) -> PageData {
    let title = "Search the documentation";
    PageData {
        description: format!("Search all pages of {}.", site.settings.title),
        canonical_url: site.settings.canonical_url(site.search_route.as_str()),
        ..blank_page(&site.settings, theme, site.search_route.as_str(), Layout::Search, title)
    }
}

/// Page data of the not-found page. It has no route of its own: it answers at any unknown one.
pub fn not_found_page_data(site: &Site, theme: &str) -> PageData {
    PageData {
        description: "We could not find what you were looking for.".to_owned(),
        ..blank_page(&site.settings, theme, "/404", Layout::NotFound, "Page Not Found")
    }
}

fn blank_page(settings: &Settings, theme: &str, route: &str, layout: Layout, title: &str) -> PageData {
    PageData {
        theme: theme.to_owned(),
        route: route.to_owned(),
        layout,
        title: title.to_owned(),
        document_title: settings.document_title(title),
        description: String::new(),
        canonical_url: settings.canonical_url(route),
        has_title: true,
        sidebar: None,
        sidebar_key: None,
        breadcrumbs: Vec::new(),
        toc: Vec::new(),
        previous: None,
        next: None,
        edit_url: None,
        markdown_url: None,
        last_updated: None,
        image: None,
        html: String::new(),
        islands: Vec::new(),
        head: Vec::new(),
    }
}

/// A whole sidebar.
pub fn sidebar_view(sidebar: &Sidebar) -> SidebarView {
    SidebarView {
        id: sidebar.id.clone(),
        entries: sidebar.entries.iter().map(sidebar_entry).collect(),
        is_pruned: false,
    }
}

/// What a page shows of a large sidebar: the top level and the trail of its own entry, with the trail's siblings.
pub fn pruned(view: &SidebarView, active: Option<&str>) -> SidebarView {
    SidebarView { id: view.id.clone(), entries: prune(&view.entries, active), is_pruned: true }
}

fn prune(entries: &[SidebarEntry], active: Option<&str>) -> Vec<SidebarEntry> {
    let kept = entries.iter().map(|entry| match entry {
        SidebarEntry::Link(link) => SidebarEntry::Link(link.clone()),
        SidebarEntry::Category(category) => {
            let is_trail = active.is_some_and(|active| {
                active
                    .strip_prefix(&category.key)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            });
            let inside = category.entries.as_deref().filter(|_| is_trail);
            SidebarEntry::Category(SidebarCategory {
                key: category.key.clone(),
                label: category.label.clone(),
                href: category.href.clone(),
                first_href: category.first_href.clone(),
                is_collapsed: true,
                entries: inside.map(|inside| prune(inside, active)),
            })
        }
    });
    kept.collect()
}

fn sidebar_entry(entry: &portico_site::SidebarEntry) -> SidebarEntry {
    match &entry.kind {
        SidebarEntryKind::Link(destination) => SidebarEntry::Link(SidebarLink {
            key: entry.key.clone(),
            label: entry.label.clone(),
            href: destination.href(),
            is_external: destination.is_external(),
        }),
        SidebarEntryKind::Category { link, first, is_collapsed, entries } => {
            SidebarEntry::Category(SidebarCategory {
                key: entry.key.clone(),
                label: entry.label.clone(),
                href: link.as_ref().map(ToString::to_string),
                first_href: first.href(),
                is_collapsed: *is_collapsed,
                entries: Some(entries.iter().map(sidebar_entry).collect()),
            })
        }
    }
}

fn navbar_item(item: &portico_site::NavbarItem) -> NavbarItem {
    match item {
        portico_site::NavbarItem::Link(link) => NavbarItem::Link(navbar_link(link)),
        portico_site::NavbarItem::Dropdown { label, items } => {
            NavbarItem::Dropdown { label: label.clone(), items: items.iter().map(navbar_link).collect() }
        }
        portico_site::NavbarItem::Search => NavbarItem::Search,
        portico_site::NavbarItem::Html(html) => NavbarItem::Html { html: html.clone() },
    }
}

fn navbar_link(link: &portico_site::NavbarLink) -> NavbarLink {
    NavbarLink {
        label: link.label.clone(),
        href: link.destination.href(),
        is_external: link.destination.is_external(),
        sidebar: link.sidebar.clone(),
        active_prefix: link.active_prefix.clone(),
    }
}

fn crumb(crumb: &portico_site::Crumb) -> Crumb {
    Crumb { label: crumb.label.clone(), href: crumb.route.as_ref().map(ToString::to_string) }
}

fn page_link(link: &portico_site::PageLink) -> PageLink {
    PageLink { label: link.label.clone(), href: Destination::page(link.route.clone()).href() }
}

fn toc_entry(node: &TocNode) -> TocEntry {
    TocEntry {
        id: node.id.clone(),
        html: render_inline_label(&node.inline),
        children: node.children.iter().map(toc_entry).collect(),
    }
}

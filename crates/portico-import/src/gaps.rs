//! What a configuration says and a site has no counterpart for.

use crate::config::{Config, entries};
use crate::report::Report;
use crate::value::{Object, flag, object, says_something};

/// Keys of the configuration that are carried over, are of no use, or are reported where they are read.
const KNOWN: [&str; 29] = [
    "title",
    "tagline",
    "url",
    "baseUrl",
    "favicon",
    "titleDelimiter",
    "organizationName",
    "projectName",
    "deploymentBranch",
    "githubHost",
    "githubPort",
    "baseUrlIssueBanner",
    "presets",
    "plugins",
    "themeConfig",
    "customFields",
    "staticDirectories",
    "onBrokenLinks",
    "onBrokenAnchors",
    "onBrokenMarkdownLinks",
    "onDuplicateRoutes",
    "i18n",
    "markdown",
    "themes",
    "future",
    "trailingSlash",
    "storage",
    "siteConfig",
    "webpack",
];
/// The same for the theme's part.
const KNOWN_THEME: [&str; 10] = [
    "navbar",
    "footer",
    "announcementBar",
    "colorMode",
    "metadata",
    "tableOfContents",
    "prism",
    "algolia",
    "typesense",
    "docs",
];
/// Plugins whose work is done without them, or that are reported where they are read.
const KNOWN_PLUGINS: [&str; 7] = [
    "content-docs",
    "content-pages",
    "content-blog",
    "client-redirects",
    "google-tag-manager",
    "sitemap",
    "debug",
];

/// Reports what has no counterpart.
pub(crate) fn report(config: &Config, theme: &Object, report: &mut Report) {
    let file = &config.file;
    let rest =
        config.value.iter().filter(|(key, value)| !KNOWN.contains(&key.as_str()) && says_something(value));
    for (key, _) in rest {
        report.note(file, format!("`{key}` has no counterpart"));
    }
    let rest =
        theme.iter().filter(|(key, value)| !KNOWN_THEME.contains(&key.as_str()) && says_something(value));
    for (key, _) in rest {
        report.note(file, format!("`themeConfig.{key}` has no counterpart"));
    }
    for plugin in config.plugins.iter().filter(|plugin| !KNOWN_PLUGINS.contains(&plugin.name.as_str())) {
        match plugin.name.as_str() {
            "a function" => report.note(file, "a plugin of the project's own has no counterpart"),
            name => report.note(file, format!("the plugin `{name}` has no counterpart")),
        }
    }
    for (name, _) in entries(&config.value, "themes") {
        let message = if name.contains("mermaid") {
            "the theme for Mermaid is not needed: diagrams are drawn by the build".to_owned()
        } else if name.contains("search") {
            format!("the theme `{name}` is not needed: search is built in")
        } else {
            format!("the theme `{name}` has no counterpart")
        };
        report.note(file, message);
    }
    if theme.get("metadata").is_some_and(says_something) {
        report.note(
            file,
            "`themeConfig.metadata` has no counterpart: pages make their own from their front matter",
        );
    }
    let sidebar = object(theme, "docs").and_then(|docs| object(docs, "sidebar"));
    for key in sidebar.into_iter().flat_map(Object::keys) {
        report.note(file, format!("`themeConfig.docs.sidebar.{key}` has no counterpart"));
    }
    if object(theme, "prism").is_some_and(|prism| prism.contains_key("magicComments")) {
        report.note(file, "`prism.magicComments` has no counterpart: `highlight-*` comments are known");
    }
    for docs in &config.docs {
        if docs.options.get("sidebarItemsGenerator").is_some_and(says_something) {
            report.note(file, "`sidebarItemsGenerator` has no counterpart");
        }
    }
    // Tabs for package managers and formulas are made by the build.
    for name in content_plugins(config) {
        if !["npm2yarn", "remark-math", "rehype-katex", "rehype-mathjax"].iter().any(|own| name.contains(own))
        {
            report.note(file, format!("the Markdown plugin `{name}` is not run"));
        }
    }
    if let Some(slash) = flag(&config.value, "trailingSlash") {
        report.note(
            file,
            format!("`trailingSlash: {slash}` is left out: every route is served in both spellings"),
        );
    }
}

/// Whether the project's pages have formulas.
pub(crate) fn has_math(config: &Config) -> bool {
    content_plugins(config).iter().any(|name| name.contains("remark-math"))
}

/// The names of the plugins that read the project's pages.
fn content_plugins(config: &Config) -> Vec<String> {
    let keys = ["remarkPlugins", "rehypePlugins", "beforeDefaultRemarkPlugins", "beforeDefaultRehypePlugins"];
    let lists = config.docs.iter().flat_map(|docs| keys.map(|key| entries(&docs.options, key)));
    lists.flatten().map(|(name, _)| name).collect()
}

//! The contract as TypeScript.

use ts_rs::{Config, TS};

use crate::{
    AnnouncementBar, Bootstrap, ColorMode, ColorModeSettings, Crumb, DocsVersion, Footer, FooterColumn,
    HeadElement, HostedSearch, LastUpdated, Layout, Navbar, NavbarItem, NavbarLink, PageData, PageLink,
    Provider, SearchIndexHead, SearchKind, SearchPageText, SearchSectionText, SearchSettings,
    SidebarCategory, SidebarEntry, SidebarLink, SidebarView, SiteData, SocialImage, TagManager, TocEntry,
};

/// A generated TypeScript file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeScriptFile {
    /// File name below `web/src/contract/`.
    pub name: &'static str,
    /// Its whole text.
    pub text: String,
}

const HEADER: &str = "// Generated from crates/portico-contract by `cargo xtask codegen`. Do not edit.\n";

macro_rules! declarations {
    ($config:expr, $($type:ty),+ $(,)?) => {
        [$(declaration::<$type>($config)),+].concat()
    };
}

/// The contract as TypeScript files; the same input always gives the same text.
pub fn typescript_files() -> Vec<TypeScriptFile> {
    let config = Config::new().with_large_int("number");
    let site = declarations!(
        &config,
        SiteData,
        Provider,
        AnnouncementBar,
        Navbar,
        NavbarItem,
        NavbarLink,
        Footer,
        FooterColumn,
        ColorMode,
        ColorModeSettings,
        DocsVersion,
        SearchSettings,
        HostedSearch,
        TagManager,
    );
    let sidebar = declarations!(&config, SidebarView, SidebarEntry, SidebarLink, SidebarCategory);
    let page = declarations!(
        &config,
        Bootstrap,
        PageData,
        Layout,
        Crumb,
        TocEntry,
        PageLink,
        LastUpdated,
        SocialImage,
        HeadElement
    );
    let search = declarations!(&config, SearchIndexHead, SearchKind, SearchPageText, SearchSectionText);
    vec![TypeScriptFile { name: "index.ts", text: [HEADER, &page, &sidebar, &site, &search].concat() }]
}

fn declaration<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    format!("\n{docs}export {}\n", T::decl(config))
}

#[cfg(test)]
mod tests {
    use super::typescript_files;

    #[test]
    fn unions_are_discriminated_and_docs_are_carried_over() {
        let text = &typescript_files()[0].text;
        assert!(text.contains(r#"{ "kind": "link" } & SidebarLink"#), "{text}");
        assert!(text.contains("The route as declared"), "{text}");
    }
}

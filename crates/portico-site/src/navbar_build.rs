//! Resolves the links of navbar and footer.

use std::collections::BTreeMap;

use portico_config::{ItemLink, ItemTarget, Located, NavbarItemKind, Position, Settings};
use portico_diagnostics::{Code, Diagnostic, SourceFile, nearest};

use crate::directory::Directory;
use crate::{Destination, FooterColumn, Navbar, NavbarItem, NavbarLink, Sidebar};

/// What the items are resolved with.
pub(crate) struct Context<'a> {
    pub(crate) settings: &'a Settings,
    /// The settings file, for places.
    pub(crate) file: &'a SourceFile,
    pub(crate) directory: &'a Directory<'a>,
    /// `None` when `sidebars.toml` cannot be read, which has its own diagnostics.
    pub(crate) sidebars: Option<&'a BTreeMap<String, Sidebar>>,
}

/// The navbar; items that cannot be rendered are reported and left out.
pub(crate) fn navbar(context: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) -> Navbar {
    let mut navbar = Navbar::default();
    for item in &context.settings.navbar.items {
        let resolved = match &item.kind {
            NavbarItemKind::Link(item) => NavbarItem::Link(link(context, item)),
            NavbarItemKind::Dropdown { label, items } => NavbarItem::Dropdown {
                label: label.clone(),
                items: items.iter().map(|item| link(context, item)).collect(),
            },
            NavbarItemKind::Search => NavbarItem::Search,
            NavbarItemKind::Html(html) => NavbarItem::Html(html.value.clone()),
            NavbarItemKind::Sidebar { sidebar, label } => {
                match sidebar_link(context, sidebar, label.as_deref()) {
                    Ok(link) => NavbarItem::Link(link),
                    Err(problem) => {
                        let problem = match item.span {
                            Some(span) => problem.label(context.file, span, "the item"),
                            None => *problem,
                        };
                        // Without readable sidebars every sidebar would seem unknown.
                        diagnostics.extend(context.sidebars.map(|_| problem));
                        continue;
                    }
                }
            }
        };
        match item.position {
            Position::Left => navbar.left.push(resolved),
            Position::Right => navbar.right.push(resolved),
        }
    }
    navbar
}

/// The columns of the footer.
pub(crate) fn footer(context: &Context<'_>) -> Vec<FooterColumn> {
    let columns = context.settings.footer.columns.iter();
    columns
        .map(|column| FooterColumn {
            title: column.title.clone(),
            links: column.links.iter().map(|item| link(context, item)).collect(),
        })
        .collect()
}

fn link(context: &Context<'_>, item: &ItemLink) -> NavbarLink {
    let destination = match &item.target.value {
        ItemTarget::Route(route) => context.directory.destination(route),
        ItemTarget::Address(address) => Destination::External(address.clone()),
    };
    NavbarLink {
        label: item.label.clone(),
        destination,
        sidebar: None,
        active_prefix: item.active_prefix.clone(),
        span: item.target.span,
    }
}

fn sidebar_link(
    context: &Context<'_>,
    id: &Located<String>,
    label: Option<&str>,
) -> Result<NavbarLink, Box<Diagnostic>> {
    let sidebars = context.sidebars;
    let problem = |message: String| {
        let diagnostic = Diagnostic::new(Code::ConfigNavbarItem, message);
        match id.span {
            Some(span) => diagnostic.at(context.file, span),
            None => diagnostic,
        }
    };
    let name = &id.value;
    let Some(sidebar) = sidebars.and_then(|sidebars| sidebars.get(name)) else {
        let ids: Vec<&str> = sidebars.into_iter().flatten().map(|(id, _)| id.as_str()).collect();
        let help = match (nearest(name, ids.iter().copied()), ids.as_slice()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, []) => "add the sidebar to `sidebars.toml`".to_owned(),
            (None, ids) => format!("the sidebars are `{}`", ids.join("`, `")),
        };
        let message = format!("the navbar leads to the sidebar `{name}`, which does not exist");
        return Err(problem(message).help(help).into());
    };
    let Some((destination, first_label)) = sidebar.entry_point() else {
        let message = format!("the navbar leads to the sidebar `{name}`, which has nothing to lead to");
        return Err(problem(message).help("add a page to the sidebar").into());
    };
    Ok(NavbarLink {
        label: label.unwrap_or(first_label).to_owned(),
        destination: destination.clone(),
        sidebar: Some(name.clone()),
        active_prefix: None,
        span: id.span,
    })
}

//! Where links lead.

use percent_encoding::percent_decode_str;

use crate::address::{folder_of, has_ending, has_scheme, in_folder, is_file_like, split_address};
use crate::directory::Directory;
use crate::pages::{CONTENT_FOLDER, resolve_dots};
use crate::{Destination, Page, Route, Site, match_redirect};

/// What a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// A page of the site (perhaps the one that the link is on).
    Page {
        /// Its route.
        route: Route,
        /// Query without `?`, as written.
        query: Option<String>,
        /// Fragment without `#`, as written.
        fragment: Option<String>,
    },
    /// A place on the page that the link is on.
    SamePage {
        /// Fragment without `#`, as written; empty for the top of the page.
        fragment: String,
    },
    /// A file of the site that is not a page: from `static/`, or made by the build.
    StaticFile {
        /// Path below the site's root, without a slash at the start: `img/logo.svg`.
        path: String,
        /// Query and fragment as written, with `?` and `#`.
        suffix: String,
    },
    /// An old path, which leads on.
    Redirect {
        /// The old path.
        from: String,
        /// Query and fragment of the link, with `?` and `#`.
        suffix: String,
        /// Where it leads; query and fragment of the link are carried along unless this has its own.
        to: Destination,
    },
    /// An address outside the site, as written.
    External(String),
    /// A file beside the content, which the build must publish.
    ContentAsset {
        /// Path relative to the site folder: `content/guides/diagram.png`.
        path: String,
        /// Query and fragment as written, with `?` and `#`.
        suffix: String,
    },
    /// Nothing.
    Broken {
        /// The path that was looked for.
        path: String,
        /// What it would have been.
        kind: BrokenKind,
    },
}

/// What a broken link seems to mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenKind {
    /// A page by its route.
    Route,
    /// A page by its source file.
    Source,
    /// A page that is a draft and left out.
    Draft,
    /// An image or another file.
    Asset,
}

impl LinkTarget {
    /// The address to write: root-relative without the base path for what is on the site, as written for outside
    /// addresses, the old path for redirects. `None` for broken links and for files beside the content, whose
    /// published name the build decides.
    pub fn href(&self) -> Option<String> {
        let with = |mark: &str, part: &Option<String>| {
            part.as_ref().map(|part| format!("{mark}{part}")).unwrap_or_default()
        };
        match self {
            Self::Page { route, query, fragment } => {
                Some(format!("{route}{}{}", with("?", query), with("#", fragment)))
            }
            Self::SamePage { fragment } => Some(format!("#{fragment}")),
            Self::StaticFile { path, suffix } => Some(format!("/{path}{suffix}")),
            Self::Redirect { from, suffix, .. } => Some(format!("{from}{suffix}")),
            Self::External(address) => Some(address.clone()),
            Self::ContentAsset { .. } | Self::Broken { .. } => None,
        }
    }
}

/// Says where a link on a page leads.
///
/// - `pathname:///x` is a file of the published site, unchecked; an address with a scheme, or `//host`, is outside.
/// - An address that ends in `.md` or `.mdx` names a source file: `./x.md` and `../x.md` from the page's own file,
///   `/x.md` from `content/`, then from the site folder, `x.md` from the page's file, then from both; `@site/…` is
///   always from the site folder.
/// - A root-relative address is a page in any spelling, a static file, another file of `content/` or of the site
///   folder, or a redirect. It may carry the base path.
/// - A relative address with a file ending is looked for beside the page's own file first.
/// - Any other relative address is resolved against the page's route as if the last segment were a file, whatever
///   slash the route ends in on a host: from `/a/x`, `b` is `/a/b`; from `/a/`, `b` is `/a/b` too.
///
/// Escapes (`%20`) are decoded for the look-up.
pub fn resolve_link(site: &Site, from: &Page, href: &str) -> LinkTarget {
    resolve(&site.directory(), &Origin::page(from), href)
}

/// Where a link stands.
#[derive(Clone, Debug)]
pub(crate) struct Origin<'a> {
    route: &'a str,
    /// Path of the source file, relative to the site folder.
    source: &'a str,
}

impl<'a> Origin<'a> {
    /// A link in a page's content.
    pub(crate) fn page(page: &'a Page) -> Self {
        Self { route: page.route.as_str(), source: page.document.source.path() }
    }

    /// A link of the site's own parts, which is on every page.
    pub(crate) fn site() -> Self {
        Self { route: "/", source: "content/" }
    }

    /// Path of the file that the link stands in, relative to the site folder.
    pub(crate) fn source(&self) -> &'a str {
        self.source
    }
}

pub(crate) fn resolve(directory: &Directory<'_>, origin: &Origin<'_>, href: &str) -> LinkTarget {
    let href = href.trim();
    if let Some(path) = href.strip_prefix("pathname://") {
        let (path, suffix) = split_address(path);
        let path = path.trim_start_matches('/').to_owned();
        return LinkTarget::StaticFile { path, suffix: suffix.to_owned() };
    }
    if has_scheme(href) || href.starts_with("//") {
        return LinkTarget::External(href.to_owned());
    }
    let address = Address::parse(href);
    let path = address.path.clone();
    let path = path.as_str();
    if path.is_empty() {
        return address.on_same_page(directory, origin);
    }
    if let Some(in_site) = path.strip_prefix("@site/") {
        return address.in_site_folder(directory, in_site);
    }
    if has_ending(path, &["md", "mdx"]) {
        return address.source(directory, origin);
    }
    if path.starts_with('/') {
        return address.at_root(directory, &resolve_dots(path));
    }
    let absolute = resolve_dots(&format!("{}{path}", folder_of(origin.route)));
    if !is_file_like(path) {
        return address.at_root(directory, &absolute);
    }
    let beside = in_folder(folder_of(origin.source), path);
    if directory.asset_files.contains(&beside) {
        return LinkTarget::ContentAsset { path: beside, suffix: address.suffix };
    }
    match address.at_root(directory, &absolute) {
        LinkTarget::Broken { kind, .. } => LinkTarget::Broken { path: beside, kind },
        found => found,
    }
}

/// An address without scheme, in parts.
struct Address {
    /// Path with escapes decoded.
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    /// Query and fragment as written.
    suffix: String,
}

impl Address {
    fn parse(href: &str) -> Self {
        let (path, suffix) = split_address(href);
        let (query, fragment) = match suffix.split_once('#') {
            Some((query, fragment)) => (query, Some(fragment.to_owned())),
            None => (suffix, None),
        };
        Self {
            path: percent_decode_str(path).decode_utf8_lossy().into_owned(),
            query: query.strip_prefix('?').map(str::to_owned),
            fragment,
            suffix: suffix.to_owned(),
        }
    }

    fn page(self, route: &Route) -> LinkTarget {
        LinkTarget::Page { route: route.clone(), query: self.query, fragment: self.fragment }
    }

    fn on_same_page(self, directory: &Directory<'_>, origin: &Origin<'_>) -> LinkTarget {
        match (&self.query, directory.route_at(origin.route)) {
            (Some(_), Some(route)) => self.page(route),
            _ => LinkTarget::SamePage { fragment: self.fragment.unwrap_or_default() },
        }
    }

    /// A path from the root, in any spelling, dots resolved.
    fn at_root(self, directory: &Directory<'_>, path: &str) -> LinkTarget {
        if let Some(target) = self.found_at_root(directory, path) {
            return target;
        }
        let below_base = path.strip_prefix(directory.base_path).filter(|_| directory.base_path != "/");
        if let Some(target) =
            below_base.and_then(|inside| self.found_at_root(directory, &format!("/{inside}")))
        {
            return target;
        }
        let kind = if is_file_like(path) { BrokenKind::Asset } else { BrokenKind::Route };
        LinkTarget::Broken { path: path.to_owned(), kind }
    }

    fn found_at_root(&self, directory: &Directory<'_>, path: &str) -> Option<LinkTarget> {
        if let Some(route) = directory.route_at(path) {
            let (query, fragment) = (self.query.clone(), self.fragment.clone());
            return Some(LinkTarget::Page { route: route.clone(), query, fragment });
        }
        let file = path.trim_start_matches('/');
        if directory.static_files.contains(file) {
            return Some(LinkTarget::StaticFile { path: file.to_owned(), suffix: self.suffix.clone() });
        }
        let in_content = in_folder(CONTENT_FOLDER, file);
        if let Some(asset) =
            [in_content.as_str(), file].into_iter().find(|path| directory.asset_files.contains(*path))
        {
            return Some(LinkTarget::ContentAsset { path: asset.to_owned(), suffix: self.suffix.clone() });
        }
        let redirect = match_redirect(directory.redirects, path)?;
        Some(LinkTarget::Redirect {
            from: path.to_owned(),
            suffix: self.suffix.clone(),
            to: redirect.to.clone(),
        })
    }

    fn in_site_folder(self, directory: &Directory<'_>, path: &str) -> LinkTarget {
        let path = in_folder("", path);
        if let Some(page) = directory.by_source(&path) {
            return self.page(&page.route);
        }
        if let Some(file) = path.strip_prefix("static/").filter(|file| directory.static_files.contains(*file))
        {
            return LinkTarget::StaticFile { path: file.to_owned(), suffix: self.suffix };
        }
        if directory.asset_files.contains(&path) {
            return LinkTarget::ContentAsset { path, suffix: self.suffix };
        }
        broken_source(directory, path)
    }

    /// A page by its source file.
    fn source(self, directory: &Directory<'_>, origin: &Origin<'_>) -> LinkTarget {
        let beside = || in_folder(folder_of(origin.source), &self.path);
        let in_content = || in_folder(CONTENT_FOLDER, self.path.trim_start_matches('/'));
        let in_site = || in_folder("", self.path.trim_start_matches('/'));
        let candidates = match self.path.as_bytes() {
            [b'/', ..] => vec![in_content(), in_site()],
            [b'.', b'/', ..] | [b'.', b'.', b'/', ..] => vec![beside()],
            _ => vec![beside(), in_content(), in_site()],
        };
        if let Some(page) = candidates.iter().find_map(|path| directory.by_source(path)) {
            return self.page(&page.route);
        }
        let file = self.path.trim_start_matches('/');
        if directory.static_files.contains(file) {
            return LinkTarget::StaticFile { path: file.to_owned(), suffix: self.suffix };
        }
        let draft = candidates.iter().find(|path| directory.is_draft_source(path)).cloned();
        broken_source(directory, draft.or_else(|| candidates.into_iter().next()).unwrap_or_default())
    }
}

fn broken_source(directory: &Directory<'_>, path: String) -> LinkTarget {
    let kind = if directory.is_draft_source(&path) {
        BrokenKind::Draft
    } else if has_ending(&path, &["md", "mdx"]) {
        BrokenKind::Source
    } else {
        BrokenKind::Asset
    };
    LinkTarget::Broken { path, kind }
}

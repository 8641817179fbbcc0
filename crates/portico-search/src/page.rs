//! What a page brings to the search.

use portico_document::Body;
use portico_site::Site;

use crate::sections::Sections;

/// A page as the search sees it: its place on the site and its content.
#[derive(Clone, Debug, Default)]
pub struct SearchPage<'a> {
    /// Route as declared: `/api/overview`.
    pub route: &'a str,
    /// Title.
    pub title: &'a str,
    /// What sidebars call it; empty if they use the title.
    pub label: &'a str,
    /// Description.
    pub description: &'a str,
    /// Labels of the categories above it, outermost first; without the page itself.
    pub crumbs: Vec<&'a str>,
    /// The part of the site that readers can narrow a search to; `None` takes that of pages with a similar route.
    pub area: Option<&'a str>,
    /// Words that it should be found by.
    pub keywords: &'a [String],
    /// Content.
    pub body: Body,
    /// The content's sections, where they are known already.
    pub sections: Option<Sections>,
}

/// The pages of a site that can be found: all but unlisted ones and drafts. A page's area is the top category of its
/// sidebar.
pub fn search_pages(site: &Site) -> Vec<SearchPage<'_>> {
    let listed = site.pages.iter().filter(|page| !page.is_unlisted && !page.is_draft);
    listed
        .map(|page| {
            let (label, categories) = match page.breadcrumbs.split_last() {
                Some((own, above)) => (own.label.as_str(), above),
                None => ("", &[][..]),
            };
            let crumbs: Vec<&str> = categories.iter().map(|crumb| crumb.label.as_str()).collect();
            SearchPage {
                route: page.route.as_str(),
                title: &page.title,
                label: if label == page.title { "" } else { label },
                description: &page.description,
                area: crumbs.first().copied(),
                crumbs,
                keywords: &page.document.front_matter.keywords,
                body: page.document.body.clone(),
                sections: None,
            }
        })
        .collect()
}

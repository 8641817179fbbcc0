//! Documents to Site: routes, sidebars, breadcrumbs, toc, links and redirects.

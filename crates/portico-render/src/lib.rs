//! Site to page data to HTML: prerendering, head, sitemap and text twins.

mod article;
mod escape;

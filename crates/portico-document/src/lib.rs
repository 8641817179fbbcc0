//! The parsed document: front matter, body tree, headings, links and spans.

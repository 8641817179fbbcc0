//! Markdown and MDX text to Document, code highlighting included.

//! The schema of a collection: that of the `DocSearch` scraper, so that searches made for its collections work.

use serde_json::{Value, json};

/// The schema of a new collection. Text fields are cut into words as the language demands.
pub fn schema(collection: &str, language: &str) -> Value {
    let headings = (0..=6).map(|level| {
        json!({
            "name": format!("hierarchy.lvl{level}"), "type": "string", "facet": true, "optional": true,
            "locale": language
        })
    });
    let others = [
        json!({ "name": "anchor", "type": "string", "optional": true }),
        json!({ "name": "content", "type": "string", "optional": true, "locale": language }),
        json!({ "name": "url", "type": "string", "facet": true }),
        json!({ "name": "url_without_anchor", "type": "string", "facet": true, "optional": true }),
        json!({ "name": "version", "type": "string[]", "facet": true, "optional": true }),
        json!({ "name": "type", "type": "string", "facet": true, "optional": true, "locale": language }),
        json!({ "name": ".*_tag", "type": "string", "facet": true, "optional": true, "locale": language }),
        json!({ "name": "language", "type": "string", "facet": true, "optional": true }),
        json!({ "name": "tags", "type": "string[]", "facet": true, "optional": true, "locale": language }),
        json!({ "name": "item_priority", "type": "int64" }),
    ];
    json!({
        "name": collection,
        "fields": headings.chain(others).collect::<Vec<_>>(),
        "default_sorting_field": "item_priority",
        "token_separators": ["_", "-"],
    })
}

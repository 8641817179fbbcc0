//! What holds for every text that could be a settings file.

use std::collections::BTreeMap;

use portico_config::parse_settings;
use portico_diagnostics::SourceFile;
use proptest::prelude::*;

/// Lines that a settings file could have, right and wrong, in any order.
fn line() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        Just("title"),
        Just("url"),
        Just("base_path"),
        Just("label"),
        Just("type"),
        Just("to"),
        Just("href"),
        Just("items"),
        Just("content"),
        Just("name"),
        Just("toc_min_level"),
        Just("x.y"),
        Just("broken"),
    ];
    let value = prop_oneof![
        Just("\"/a\""),
        Just("'https://www.example.com/{{provider.name}}'"),
        Just("true"),
        Just("3"),
        Just("1e9"),
        Just("2026-01-01"),
        Just("[]"),
        Just("[{ label = 'a', to = '/' }]"),
        Just("{ a = 1 }"),
        Just("\"\\u007b{x}}\""),
        Just("'dropdown'"),
        Just("\"{{"),
        Just("nan"),
    ];
    let table = prop_oneof![
        Just("[provider]"),
        Just("[custom]"),
        Just("[navbar]"),
        Just("[[navbar.items]]"),
        Just("[footer]"),
        Just("[[footer.columns]]"),
        Just("[[footer.columns.links]]"),
        Just("[docs]"),
        Just("[links]"),
        Just("[é]"),
        Just("[components.Widget]"),
        Just("[security.headers]"),
        Just("[announcement_bar]"),
    ];
    prop_oneof![3 => (key, value).prop_map(|(key, value)| format!("{key} = {value}")), 1 => table.prop_map(str::to_owned)]
}

proptest! {
    #[test]
    fn reading_never_panics_and_is_repeatable(
        lines in prop::collection::vec(line(), 0..12),
        noise in "\\PC{0,6}",
        value in "\\PC{0,12}",
    ) {
        let file = SourceFile::new("portal.toml", format!("{}\n{noise}", lines.join("\n")));
        let overrides = BTreeMap::from([
            ("PORTICO_NAVBAR__ITEMS".to_owned(), value.clone()),
            ("PORTICO_CUSTOM__A__B".to_owned(), value.clone()),
            (format!("PORTICO_{noise}"), value),
        ]);
        let first = parse_settings(&file, &overrides);
        prop_assert_eq!(&first, &parse_settings(&file, &overrides));
    }
}

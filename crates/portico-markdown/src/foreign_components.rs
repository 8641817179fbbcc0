//! Components of other engines that have a counterpart here under another name.

use crate::tag::Tag;

/// How to write what an unknown component of that name means elsewhere.
pub(crate) fn counterpart(tag: &Tag) -> Option<String> {
    let name = tag.name.as_str();
    let kind = match name {
        "Note" | "Important" | "Callout" | "Aside" | "Alert" => "note",
        "Info" => "info",
        "Tip" | "Check" | "Success" => "tip",
        "Warning" | "Caution" => "warning",
        "Danger" | "Error" => "danger",
        _ => return other(tag).map(str::to_owned),
    };
    Some(format!(
        "write `:::{kind}` and `:::` around the content, or make it another name in `portal.toml`: \
         `[components.{name}]` with `is = \"Admonition\"` and `set = {{ type = \"{kind}\" }}`"
    ))
}

fn other(tag: &Tag) -> Option<&'static str> {
    let has_label =
        || tag.attributes.iter().any(|it| matches!(it.name.as_str(), "title" | "label" | "value"));
    Some(match tag.name.as_str() {
        "Tab" if has_label() => "write `<TabItem label=\"…\">`, in `<Tabs>`",
        "CodeGroup" | "CodeTabs" => "write `<Tabs>`, with a code block in each `<TabItem label=\"…\">`",
        "Accordion" | "Expandable" | "Collapsible" | "Collapse" => "write `<Details summary=\"…\">`",
        "AccordionGroup" | "Frame" => "remove it: what stands in it needs none",
        "Columns" | "CardGroup" | "Cards" => "write `<CardGrid>`",
        "LinkCard" => "write `<Card title=\"…\" href=\"…\">`",
        "Snippet" => "import the file, `import Part from './_part.mdx'`, and write `<Part />`",
        _ => return None,
    })
}

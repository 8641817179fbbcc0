//! Tags of other engines: Liquid's and `GitBook`'s `{% hint %}`, and Hugo's `{{< note >}}`. Here they are text.

use portico_diagnostics::{Code, Diagnostic, Span};
use satteri_ast::mdast::MdastNodeType;

use crate::attribute_lists::attribute_list;
use crate::page::Region;
use crate::tree::Tree;

/// So many tags of a file are told of.
const MAX_TAGS: usize = 100;

/// A tag is closed within so many bytes.
const MAX_TAG_BYTES: usize = 500;

/// Without any of these there is neither a tag nor an attribute list.
const SIGNS: [&str; 4] = ["{%", "{{<", "{:", "){"];

/// What opens and closes such tags.
const BRACKETS: [(&str, &str); 3] = [("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}")];

/// A tag as it is written.
struct ForeignTag<'t> {
    name: &'t str,
    attributes: &'t str,
    length: usize,
}

impl Region<'_, '_> {
    /// Reports the tags of other engines, and their attribute lists, in the text of this file.
    pub(crate) fn check_foreign_tags(&mut self, tree: &Tree<'_>) {
        let text = tree.text();
        if !SIGNS.iter().any(|sign| text.contains(sign)) {
            return;
        }
        let is_text = |id: &u32| tree.kind(*id) == MdastNodeType::Text;
        let mut texts: Vec<_> = tree.ids().filter(is_text).map(|id| tree.range(id)).collect();
        texts.sort_unstable();
        let mut from = 0;
        let mut n_found = 0;
        while let Some(at) = text[from..].find('{').map(|length| from + length) {
            from = at + 1;
            let next = texts.partition_point(|(start, _)| *start <= at);
            // Code is no text.
            let Some((start, _)) = next.checked_sub(1).map(|own| texts[own]).filter(|(_, end)| at < *end)
            else {
                continue;
            };
            if text[..at].ends_with('\\') || n_found >= MAX_TAGS {
                continue;
            }
            if let Some(tag) = foreign_tag(&text[at..]) {
                from = at + tag.length;
                let span = self.mask.source_span(at, from);
                self.report_foreign_tag(&tag, span);
            } else if let Some(length) = attribute_list(text, at, start) {
                from = at + length;
                let span = self.mask.source_span(at, from);
                let message = "this list of attributes means nothing here, and is shown as text";
                let diagnostic = Diagnostic::new(Code::MarkdownForeignSyntax, message);
                self.report(diagnostic.help("remove it; if text is meant, write it as code"), span);
            } else {
                continue;
            }
            n_found += 1;
        }
    }

    /// Reports an expression that is a tag of another engine. Returns whether it is one.
    pub(crate) fn is_foreign_tag(&mut self, span: Span) -> bool {
        let file = self.file.clone();
        let Some(tag) = foreign_tag(file.slice(span)) else { return false };
        self.report_foreign_tag(&tag, span);
        true
    }

    /// The end of what was opened says nothing new.
    fn report_foreign_tag(&mut self, tag: &ForeignTag<'_>, span: Span) {
        if !is_end(tag.name) {
            let message = format!("`{}` is a tag of another engine, shown as text", tag.name);
            let diagnostic = Diagnostic::new(Code::MarkdownForeignSyntax, message).help(remedy(tag));
            self.report(diagnostic, span);
        }
    }
}

/// Whether an expression in braces is a tag of another engine.
pub(crate) fn is_foreign(written: &str) -> bool {
    foreign_tag(written).is_some()
}

/// The tag that a text begins with.
fn foreign_tag(text: &str) -> Option<ForeignTag<'_>> {
    let (open, close) = BRACKETS.into_iter().find(|(open, _)| text.starts_with(open))?;
    let length = text[open.len()..].find(close).filter(|length| *length <= MAX_TAG_BYTES)?;
    let inside = text[open.len()..open.len() + length].trim_matches(|c: char| c.is_whitespace() || c == '-');
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/');
    let (name, attributes) = inside.split_at(inside.find(|c| !is_name(c)).unwrap_or(inside.len()));
    let is_tag = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') && !inside.contains("\n\n");
    is_tag.then(|| ForeignTag { name, attributes, length: open.len() + length + close.len() })
}

fn is_end(name: &str) -> bool {
    name.starts_with('/') || name.starts_with("end") || matches!(name, "else" | "elsif")
}

/// What has the same meaning here.
fn remedy(tag: &ForeignTag<'_>) -> String {
    let fixed = match tag.name {
        "hint" | "notice" | "alert" | "callout" | "admonition" | "note" | "tip" | "info" | "warning"
        | "danger" | "caution" | "details" => {
            let kind = ["success", "warning", "danger", "tip", "note", "caution"]
                .into_iter()
                .find(|kind| tag.name == *kind || tag.attributes.contains(kind));
            let kind = kind.unwrap_or("info");
            return format!("write `:::{kind}` on a line of its own, and `:::` after the content");
        }
        "tabs" | "tabpane" => "write `<Tabs>`, with a `<TabItem label=\"…\">` for each tab",
        "tab" => "write `<TabItem label=\"…\">` in `<Tabs>`",
        "step" | "stepper" | "steps" => "write `<Steps>`, with a `<Step title=\"…\">` for each step",
        "code" | "highlight" => "write a code block with its title: ` ```js title=\"app.js\" `",
        "include" | "render" | "partial" | "readfile" | "snippet" => {
            "import the file, `import Part from './_part.mdx'`, and write `<Part />`"
        }
        "content-ref" | "page-ref" | "ref" | "relref" | "link" | "embed" | "file" | "youtube" | "doc" => {
            "write a link: `[text](address)`"
        }
        "figure" | "img" | "image" => "write an image: `![text](address)`",
        "mermaid" => "write a code block of the language `mermaid`",
        _ => "remove it; if text is meant, write it as code or `\\{`",
    };
    fixed.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_text() {
        for (text, expected) in [
            ("{% hint style=\"info\" %} x", Some(("hint", " style=\"info\""))),
            ("{%- raw -%}", Some(("raw", ""))),
            ("{{< youtube a_b >}}", Some(("youtube", " a_b"))),
            ("{{%notice%}}", Some(("notice", ""))),
            ("{{< /tab >}}", Some(("/tab", ""))),
            ("{% %}", None),
            ("{% 3 %}", None),
            ("{%é%}", None),
            ("{{a}}", None),
            ("{% hint", None),
            ("{% a\n\nb %}", None),
            ("{{<a href>}}", Some(("a", " href"))),
        ] {
            let found = foreign_tag(text).map(|tag| (tag.name, tag.attributes));
            assert_eq!(found, expected, "{text}");
        }
    }
}

//! Admonitions: `:::` containers and `<Admonition>`.

use portico_diagnostics::{Code, Diagnostic, Span, nearest};
use portico_document::{AdmonitionKind, Node, NodeKind};
use serde_json::Value;

use crate::mask::Container;
use crate::page::Region;
use crate::script;
use crate::tag::Tag;

impl Region<'_, '_> {
    /// Makes an admonition of a `:::` container, or plain content if its type is unknown.
    pub(crate) fn container(
        &mut self,
        container: &Container,
        title: Option<Vec<Node>>,
        children: Vec<Node>,
        span: Span,
    ) -> Vec<Node> {
        let place = self.node_span(span);
        let title = title.or_else(|| {
            let given = container.attributes.iter().find(|attribute| attribute.name == "title")?;
            let text = self.substitute(&given.value, given.span);
            Some(vec![Node::new(NodeKind::Text(text), place)])
        });
        if let Some(kind) = admonition_kind(&container.name) {
            self.report_attributes(container);
            let title = title.or_else(|| own_title(&container.name, place));
            return vec![Node::new(NodeKind::Admonition { kind, title, children }, place)];
        }
        self.report(unknown_admonition(&container.name), container.name_span);
        let title = title.map(|title| Node::new(NodeKind::Paragraph(title), place));
        title.into_iter().chain(children).collect()
    }

    /// Reports what an admonition does not take.
    fn report_attributes(&mut self, container: &Container) {
        for attribute in container.attributes.iter().filter(|attribute| attribute.name != "title") {
            let name = &attribute.name;
            let near = nearest(name, ["title"]).map(|near| format!("did you mean `{near}`?"));
            let diagnostic =
                Diagnostic::new(Code::MarkdownUnknownAdmonition, format!("an admonition takes no `{name}`"))
                    .help("remove it: only `title` has a meaning here")
                    .maybe_help(near);
            self.report(diagnostic, attribute.span);
        }
    }

    pub(crate) fn admonition_component(&mut self, tag: &Tag, children: Vec<Node>, place: Span) -> Node {
        let props = self.checked_props(tag, "Admonition");
        let name = props.get("type").and_then(Value::as_str).unwrap_or("note");
        let kind = admonition_kind(name).unwrap_or_else(|| {
            let at = tag.attributes.iter().find(|attribute| attribute.name == "type");
            self.report(unknown_admonition(name), at.map_or(tag.name_span, |attribute| attribute.value_span));
            AdmonitionKind::Note
        });
        let title = props.get("title").map(script::to_text).filter(|title| !title.is_empty());
        let title = title.map(|title| vec![Node::new(NodeKind::Text(title), place)]);
        let title = title.or_else(|| own_title(name, place));
        Node::new(NodeKind::Admonition { kind, title, children }, place)
    }
}

pub(crate) fn admonition_kind(name: &str) -> Option<AdmonitionKind> {
    Some(match name {
        "note" | "secondary" | "important" => AdmonitionKind::Note,
        "tip" | "success" => AdmonitionKind::Tip,
        "info" => AdmonitionKind::Info,
        "warning" | "caution" => AdmonitionKind::Warning,
        "danger" => AdmonitionKind::Danger,
        _ => return None,
    })
}

/// The word that readers see above an admonition whose type shares its colour with another one.
pub(crate) fn own_title(name: &str, place: Span) -> Option<Vec<Node>> {
    let word = match name {
        "caution" => "Caution",
        "important" => "Important",
        "success" => "Success",
        _ => return None,
    };
    Some(vec![Node::new(NodeKind::Text(word.to_owned()), place)])
}

/// The type that stands here for a type of other engines.
pub(crate) fn counterpart(name: &str) -> Option<&'static str> {
    Some(match name {
        "example" | "quote" | "cite" => "note",
        "check" | "done" | "hint" => "tip",
        "abstract" | "faq" | "help" | "question" | "seealso" | "summary" | "tldr" => "info",
        "attention" => "warning",
        "bug" | "error" | "fail" | "failure" | "missing" => "danger",
        _ => return None,
    })
}

fn unknown_admonition(name: &str) -> Diagnostic {
    let block = match name {
        "details" => Some("write `<Details summary=\"…\">` and `</Details>` around the content"),
        "tabs" | "code-group" => Some("write `<Tabs>`, with a `<TabItem label=\"…\">` for each tab"),
        _ => None,
    };
    let near =
        counterpart(name).or_else(|| nearest(name, ["note", "tip", "info", "warning", "danger", "caution"]));
    Diagnostic::new(Code::MarkdownUnknownAdmonition, format!("no admonition type `{name}`"))
        .help("the types are note, tip, info, warning and danger")
        .maybe_help(near.map(|near| format!("did you mean `{near}`?")))
        .maybe_help(block.map(str::to_owned))
}

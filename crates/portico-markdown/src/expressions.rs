//! Expressions in the text: `{name.member}`.

use portico_diagnostics::{Code, Diagnostic, Span, nearest};
use portico_document::{Node, NodeKind};
use serde_json::Value;

use crate::assemble::{Shape, unwrap_paragraph};
use crate::page::{Binding, Region};
use crate::script;

impl Region<'_, '_> {
    /// What `{code}` stands for.
    pub(crate) fn expression(&mut self, code: Span, span: Span, shape: Shape) -> Vec<Node> {
        let text = self.file.slice(code).to_owned();
        if text.trim().is_empty() {
            return Vec::new();
        }
        if let Some(children) = self.shown_children(text.trim()) {
            return if shape == Shape::Inline { unwrap_paragraph(children) } else { children };
        }
        let value = script::evaluate(&text, &|name| self.lookup(name));
        let place = self.node_span(span);
        let inline = if let Some(value) = value {
            self.report_missing_props(&text, code.start as usize);
            if value.is_null() {
                self.report_missing_member(text.trim(), span);
            }
            let text = script::to_text(&value);
            if text.trim().is_empty() && shape != Shape::Inline {
                return Vec::new();
            }
            Node::new(NodeKind::Text(text), place)
        } else {
            if !self.is_foreign_tag(span) {
                self.report_not_evaluated(text.trim(), span);
            }
            Node::new(NodeKind::InlineCode(self.file.slice(span).to_owned()), place)
        };
        if shape == Shape::Inline {
            vec![inline]
        } else {
            vec![Node::new(NodeKind::Paragraph(vec![inline]), place)]
        }
    }

    fn report_not_evaluated(&mut self, code: &str, span: Span) {
        let near = self.near_name(code).map(|near| format!("did you mean `{near}`?"));
        let diagnostic = Diagnostic::new(Code::MarkdownExpression, "this expression cannot be evaluated")
            .help(
                "use a literal, an imported constant, `props` or `frontMatter`; \
                 write `\\{` for the brace itself",
            )
            .maybe_help(near);
        self.report(diagnostic, span);
    }

    /// A name of this file that nearly begins the expression.
    fn near_name(&self, code: &str) -> Option<&str> {
        let length = code.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(code.len());
        let name = &code[..length];
        if self.lookup(name).is_some() {
            return None;
        }
        nearest(name, self.scope.keys().map(String::as_str))
    }

    /// Reports a member that an imported or exported constant does not have: it would show nothing.
    fn report_missing_member(&mut self, code: &str, span: Span) {
        let mut chain = code;
        while let Some((parent, name)) = chain.rsplit_once('.') {
            let is_plain = |part: &str| part.chars().all(|c| c.is_alphanumeric() || "_.[]".contains(c));
            let root = parent.split(['.', '[']).next().unwrap_or_default();
            if !is_plain(parent)
                || !is_plain(name)
                || !matches!(self.scope.get(root), Some(Binding::Value(_)))
            {
                return;
            }
            match script::evaluate(parent, &|name| self.lookup(name)) {
                Some(Value::Object(members)) if !members.contains_key(name) => {
                    let near = nearest(name, members.keys().map(String::as_str));
                    let diagnostic = Diagnostic::new(
                        Code::MarkdownExpression,
                        format!("`{parent}` has no member `{name}`"),
                    )
                    .maybe_help(near.map(|near| format!("did you mean `{parent}.{near}`?")));
                    return self.report(diagnostic, span);
                }
                Some(Value::Null) => chain = parent,
                _ => return,
            }
        }
    }

    /// In a partial: what stands between its tags, if the expression names it.
    fn shown_children(&mut self, expression: &str) -> Option<Vec<Node>> {
        let is_named = matches!(expression, "props.children" | "children");
        if !is_named || self.props.is_none() || self.scope.contains_key(expression) {
            return None;
        }
        self.children.is_shown = true;
        Some(self.children.nodes.clone())
    }
}

//! What is to be known of a body without reading it again.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::heading::headings;
use crate::reference::push_references;
use crate::{CodeBlock, Heading, Node, NodeKind, Reference, TokenStyle};

/// What a site needs to know of all its pages at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// All headings in reading order, also those inside admonitions, tabs and other containers.
    pub headings: Vec<Heading>,
    /// All addresses in reading order.
    pub references: Vec<Reference>,
    /// Names of the components.
    pub components: BTreeSet<String>,
    /// Styles of the pieces that code consists of.
    pub code_styles: BTreeSet<TokenStyle>,
    /// Numbers that code blocks with line numbers begin with.
    pub first_line_numbers: BTreeSet<u32>,
    /// Whether there are formulas.
    pub has_formulas: bool,
    /// Style attributes in formulas.
    pub formula_styles: BTreeSet<String>,
}

impl Outline {
    /// The outline of a body.
    pub(crate) fn of(body: &[Node]) -> Self {
        let mut outline = Self { headings: headings(body), ..Self::default() };
        outline.collect(body);
        outline.headings.shrink_to_fit();
        outline.references.shrink_to_fit();
        outline
    }

    fn collect<'a>(&mut self, nodes: impl IntoIterator<Item = &'a Node>) {
        for node in nodes {
            push_references(node, &mut self.references);
            match &node.kind {
                NodeKind::Component(component) if !self.components.contains(&component.name) => {
                    self.components.insert(component.name.clone());
                }
                NodeKind::Code(code) => self.code(code),
                NodeKind::Math(formula) => {
                    self.has_formulas = true;
                    self.formula_styles.extend(formula.styles().map(str::to_owned));
                }
                _ => {}
            }
            self.collect(node.children());
        }
    }

    fn code(&mut self, code: &CodeBlock) {
        self.code_styles.extend(code.lines.iter().flat_map(|line| &line.pieces).map(|piece| piece.style));
        self.first_line_numbers.extend(code.first_line_number);
    }
}

//! Formulas.

use serde::{Deserialize, Serialize};

/// A formula: as written, as browsers show it, and as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formula {
    /// LaTeX source, without the dollar signs around it.
    pub source: String,
    /// Whether it stands on its own instead of in a line of text.
    pub is_block: bool,
    /// The content of a `<math>` element in MathML Core; `None` if the source cannot be read.
    pub mathml: Option<String>,
    /// The formula in a line of plain text: `(a + b)/c^2`. The source if that cannot be read.
    pub text: String,
}

impl Formula {
    /// What stands in the style attributes of its MathML.
    pub fn styles(&self) -> impl Iterator<Item = &str> {
        let mathml = self.mathml.as_deref().unwrap_or_default();
        mathml.split(" style=\"").skip(1).filter_map(|after| after.split('"').next())
    }
}

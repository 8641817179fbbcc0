//! Formulas. The Content-Security-Policy forbids style attributes, so what MathML has of them becomes classes, which
//! [`crate::site_style_sheet`] gives their meaning.

use portico_document::Formula;

use super::Writer;

impl Writer<'_> {
    pub(super) fn formula(&mut self, formula: &Formula) {
        let Some(mathml) = &formula.mathml else {
            self.push("<code class=\"math\">");
            self.push_text(&formula.source);
            return self.push("</code>");
        };
        self.push("<math");
        if formula.is_block {
            self.push(" display=\"block\"");
        }
        self.attribute("alttext", &formula.text);
        self.push(">");
        self.push_classes(mathml);
        self.push("</math>");
    }

    /// A formula on its own scrolls sideways where it is too wide, so it can have the focus.
    pub(super) fn block_formula(&mut self, formula: &Formula) {
        self.n_formulas += 1;
        self.push("<div class=\"math\" role=\"group\" tabindex=\"0\"");
        self.attribute("aria-label", &format!("Formula {}", self.n_formulas));
        self.push(">");
        if formula.mathml.is_some() {
            self.formula(formula);
        } else {
            self.push("<pre><code>");
            self.push_text(formula.source.trim_matches('\n'));
            self.push("</code></pre>");
        }
        self.push("</div>");
    }

    /// Writes MathML with a class in place of each style attribute.
    fn push_classes(&mut self, mathml: &str) {
        let mut rest = mathml;
        while let Some((before, after)) = rest.split_once(" style=\"") {
            let (style, after) = after.split_once('"').unwrap_or((after, ""));
            self.push(before);
            self.attribute("class", &style_class(style));
            rest = after;
        }
        self.push(rest);
    }
}

/// The class that stands for a style attribute: made of the style itself, so that it is the same in every build.
pub(crate) fn style_class(style: &str) -> String {
    let hash =
        style.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("m{hash:08x}")
}

//! A formula in a line of plain text, as people type it in a message: `x = (-b ± √(b^2 - 4ac))/(2a)`. Search, names of
//! headings and readers without MathML get it.

/// The text of MathML that the converter wrote. Elements are kept on a stack of our own, however deep they are.
pub(super) fn linear_text(mathml: &str) -> String {
    let mut open = vec![Element::default()];
    for piece in mathml.split('<').skip(usize::from(mathml.starts_with('<'))) {
        let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
        if tag.starts_with('/') {
            if let Some(element) = open.pop() {
                push(&mut open, element.text());
            }
        } else if let Some(empty) = tag.strip_suffix('/') {
            push(&mut open, Element { tag: empty, parts: Vec::new() }.text());
        } else if !tag.is_empty() {
            open.push(Element { tag, parts: Vec::new() });
        }
        if !text.is_empty() {
            push(&mut open, decoded(text));
        }
    }
    let text = open.into_iter().map(Element::text).collect::<String>();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push(open: &mut [Element<'_>], text: String) {
    if let Some(element) = open.last_mut() {
        element.parts.push(text);
    }
}

#[derive(Default)]
struct Element<'m> {
    /// Name and attributes.
    tag: &'m str,
    /// Texts of what stands in it.
    parts: Vec<String>,
}

impl Element<'_> {
    fn text(self) -> String {
        let name = self.tag.split([' ', '/']).next().unwrap_or_default();
        let part = |index: usize| self.parts.get(index).map_or("", String::as_str);
        match name {
            "mover" if self.tag.contains("accent=\"true\"") => format!("{}{}", grouped(part(0)), part(1)),
            "msup" | "mover" => format!("{}^{}", grouped(part(0)), grouped(part(1))),
            "msub" | "munder" => format!("{}_{}", grouped(part(0)), grouped(part(1))),
            "msubsup" | "munderover" => {
                format!("{}_{}^{}", grouped(part(0)), grouped(part(1)), grouped(part(2)))
            }
            "mfrac" if self.tag.contains("linethickness=\"0\"") => format!("{} ¦ {}", part(0), part(1)),
            "mfrac" => format!("{}/{}", grouped(part(0)), grouped(part(1))),
            "msqrt" => format!("√{}", grouped(&self.parts.concat())),
            "mroot" => format!("{}^(1/{})", grouped(part(0)), grouped(part(1))),
            "mtable" => self.parts.join("; "),
            "mtr" => self.parts.iter().filter(|cell| !cell.is_empty()).cloned().collect::<Vec<_>>().join(" "),
            "mphantom" => String::new(),
            "mspace" => " ".to_owned(),
            "mo" => operator(&self.parts.concat()),
            _ => self.parts.concat(),
        }
    }
}

/// Relations and signs between two sides stand apart from them.
fn operator(text: &str) -> String {
    let is_apart = text.chars().any(|sign| {
        matches!(sign, '=' | '<' | '>' | '+' | '±' | '∓' | '×' | '÷' | '⋅' | '∼' | '≃' | '≅' | '≈' | '∈' | '∉')
            || matches!(sign, '−' | '≔' | '∝' | '∪' | '∩' | ':')
            // Arrows; signs of equality, order and sets.
            || matches!(sign, '\u{2190}'..='\u{21ff}' | '\u{2260}'..='\u{228b}' | '\u{27f0}'..='\u{27ff}')
    });
    if is_apart { format!(" {text} ") } else { text.to_owned() }
}

/// Put in parentheses unless it is one name or number.
fn grouped(text: &str) -> String {
    let text = text.trim();
    let is_one = text.chars().count() <= 1 || text.chars().all(|sign| sign.is_alphanumeric() || sign == '.');
    if is_one { text.to_owned() } else { format!("({text})") }
}

/// The text without entities and without operators that nobody sees.
fn decoded(text: &str) -> String {
    let text = text.replace(['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}'], "");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use crate::math::{FormulaPlace, Formulas};

    use super::linear_text;

    #[test]
    fn formulas_read_as_people_type_them() {
        for (source, expected) in [
            ("x^2", "x^2"),
            (r"x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}", "x = (− b ± √(b^2 − 4ac))/2a"),
            (r"\sum_{i=0}^{n} x_i", "∑_(i = 0)^nx_i"),
            (r"\sqrt[3]{x}", "x^(1/3)"),
            (r"a \leq b < c", "a ≤ b < c"),
            (r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", "(a b; c d)"),
            (r"\text{fee} \to \hat{x}", "fee → xˆ"),
            (r"\binom{n}{k}", "(n ¦ k)"),
            ("", ""),
        ] {
            let mathml = Formulas::default().mathml(source, FormulaPlace::Block).expect("it is good");
            assert_eq!(linear_text(&mathml), expected, "{source}: {mathml}");
        }
    }
}

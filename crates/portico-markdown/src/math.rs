//! Formulas: LaTeX to MathML Core.
//!
//! Browsers show MathML by themselves, so a formula needs neither script nor font. What cannot be read is shown as it
//! is written, with a warning that points into the formula. `docs/decisions/0012-formulas-as-mathml.md` says why this
//! is done by `math-core`.

mod linear;

use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use portico_diagnostics::{Code, Diagnostic, Span};
use portico_document::{Formula, NodeKind};

use crate::page::Region;
use crate::tree::Tree;

use linear::linear_text;

/// A formula may have so many bytes.
const MAX_FORMULA_BYTES: usize = 64 * 1024;
/// A formula may have so many commands, groups and scripts.
const MAX_NESTABLE: usize = 4_000;
/// With so many of them a formula is converted on the caller's stack.
const FEW_NESTABLE: usize = 32;
/// What nesting takes of the stack, by level: the most that was measured without optimisation is 32 KiB.
const STACK_PER_LEVEL: usize = 64 * 1024;

/// Commands of LaTeX packages that the converter does not know, in terms of those that it does.
const MACROS: [(&str, &str); 4] = [
    ("mathnormal", "{#1}"),
    ("substack", r"\begin{subarray}{c}#1\end{subarray}"),
    ("textcolor", r"{\color{#1}#2}"),
    ("widetilde", r"\tilde{#1}"),
];

/// How a formula stands in its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormulaPlace {
    /// In a line of text.
    Inline,
    /// On its own.
    Block,
}

/// Reads the formulas of a page; equations are numbered from the first to the last.
#[derive(Default)]
pub(crate) struct Formulas {
    /// Made for the first formula.
    converter: Option<LatexToMathML>,
}

/// Why a formula cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FormulaError {
    pub(crate) message: String,
    /// The bytes of the source that it is about; empty if that is its end.
    pub(crate) range: Range<usize>,
}

impl fmt::Debug for Formulas {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Formulas").finish_non_exhaustive()
    }
}

impl Formulas {
    /// The content of a `<math>` element.
    pub(crate) fn mathml(&mut self, source: &str, place: FormulaPlace) -> Result<String, FormulaError> {
        let whole = |message: String| FormulaError { message, range: 0..source.len() };
        if source.len() > MAX_FORMULA_BYTES {
            return Err(whole(format!(
                "the formula has {} bytes; at most {MAX_FORMULA_BYTES} can be read",
                source.len()
            )));
        }
        let n_nestable = source.bytes().filter(|byte| br"\{[^_'&(".contains(byte)).count();
        if n_nestable > MAX_NESTABLE {
            return Err(whole(format!("the formula has more than {MAX_NESTABLE} commands and groups")));
        }
        let converter = self.converter.get_or_insert_with(converter);
        let display = match place {
            FormulaPlace::Inline => MathDisplay::Inline,
            FormulaPlace::Block => MathDisplay::Block,
        };
        let mut convert = || {
            catch_unwind(AssertUnwindSafe(|| converter.convert_with_global_state(source, display)))
                .map(|found| found.map(|result| result.mathml))
        };
        // The converter calls itself for what is nested, and a stack that ends takes the process along.
        let found = if n_nestable <= FEW_NESTABLE {
            convert()
        } else {
            std::thread::scope(|scope| {
                let thread =
                    std::thread::Builder::new().stack_size((n_nestable + FEW_NESTABLE) * STACK_PER_LEVEL);
                thread.spawn_scoped(scope, &mut convert).expect("threads can be started").join()
            })
            .unwrap_or_else(Err)
        };
        match found {
            Ok(Ok(mathml)) => Ok(content_of(&mathml).to_owned()),
            Ok(Err(error)) => {
                let range = error.0.start.min(source.len())..error.0.end.min(source.len());
                Err(FormulaError { message: in_our_words(&error.error_message()), range })
            }
            Err(_) => {
                self.converter = None;
                Err(whole("the formula cannot be read: the converter failed on it".to_owned()))
            }
        }
    }
}

fn converter() -> LatexToMathML {
    let macros = MACROS.map(|(name, meaning)| (name.to_owned(), meaning.to_owned()));
    LatexToMathML::new(MathCoreConfig { macros: macros.into(), ..MathCoreConfig::default() })
        .expect("the macros are good, which a test shows")
}

/// What stands between the tags of the outermost element.
fn content_of(mathml: &str) -> &str {
    let content = mathml.split_once('>').map_or("", |(_, rest)| rest);
    content.strip_suffix("</math>").unwrap_or(content)
}

/// The converter's message as ours are written: no capital, no full stop, names between backticks.
fn in_our_words(message: &str) -> String {
    let message = message.trim_end_matches('.').replace('"', "`");
    let mut letters = message.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

impl Region<'_, '_> {
    /// A formula with what browsers show of it. One that cannot be read is reported.
    pub(crate) fn formula(
        &mut self,
        (tree, id): (&Tree<'_>, u32),
        source: String,
        place: FormulaPlace,
    ) -> NodeKind {
        let found = self.page.formulas.mathml(&source, place);
        let mathml = match found {
            Ok(mathml) => Some(mathml),
            Err(error) => {
                let span = self.place_in_formula((tree, id), &source, place, error.range);
                let diagnostic = Diagnostic::new(Code::MarkdownMath, error.message)
                    .help("mend the LaTeX, or write `\\$` if no formula is meant");
                self.report(diagnostic, span);
                None
            }
        };
        let text = mathml.as_deref().map_or_else(|| source.clone(), linear_text);
        let is_block = place == FormulaPlace::Block;
        NodeKind::Math(Box::new(Formula { source, is_block, mathml, text }))
    }

    /// Where a part of a formula stands in the file: its line is looked for among those of the formula, since
    /// containers put marks and white space before lines. If it is not found the whole formula is meant.
    fn place_in_formula(
        &self,
        (tree, id): (&Tree<'_>, u32),
        source: &str,
        place: FormulaPlace,
        range: Range<usize>,
    ) -> Span {
        let (start, end) = tree.range(id);
        let start_of_line = source[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let line = source[start_of_line..].lines().next().unwrap_or_default();
        let n_before = source[..start_of_line].matches('\n').count();
        let n_fences = usize::from(place == FormulaPlace::Block);
        let mut at = start;
        for (index, masked) in tree.masked_text(start, end).split_inclusive('\n').enumerate() {
            if index == n_before + n_fences
                && let Some(column) = masked.find(line)
            {
                let from = at + column + (range.start - start_of_line);
                let to = at + column + (range.end - start_of_line).min(line.len());
                return self.mask.source_span(from, to.max(from));
            }
            at += masked.len();
        }
        self.mask.source_span(start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &str) {
        let found = Formulas::default().mathml(source, FormulaPlace::Inline);
        let found = found.unwrap_or_else(|error| format!("{} @ {:?}", error.message, error.range));
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn formulas_become_mathml() {
        for (source, expected) in [
            ("x^2", "<msup><mi>x</mi><mn>2</mn></msup>"),
            (r"\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
            ("a < b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"),
            ("", ""),
        ] {
            check(source, expected);
        }
    }

    #[test]
    fn mistakes_have_a_place() {
        for (source, expected) in [
            (r"a + \foo", r"unknown command `\foo` @ 4..8"),
            (r"\frac{a", "expected closing token `}`, but reached end of input @ 7..7"),
            ("a & b", "found `&`, which may only appear in a table-like environment @ 2..3"),
        ] {
            check(source, expected);
        }
    }

    #[test]
    fn every_macro_is_known() {
        for (name, meaning) in MACROS {
            let n_arguments = (1..=9).take_while(|n| meaning.contains(&format!("#{n}"))).count();
            let source = format!(r"\{name}{}", ["{red}", "{x}"][2 - n_arguments..].concat());
            Formulas::default().mathml(&source, FormulaPlace::Block).expect(&source);
        }
    }

    #[test]
    fn equations_are_numbered_through_the_page() {
        let mut formulas = Formulas::default();
        let source = r"\begin{align} a &= b \end{align}";
        let found = [1, 2].map(|_| formulas.mathml(source, FormulaPlace::Block).expect("it is good"));
        assert!(found[0].contains("(1)") && found[1].contains("(2)"), "{found:?}");
    }

    #[test]
    fn deep_formulas_do_no_harm() {
        for (open, close) in
            [("{", "}"), (r"\sqrt{", "}"), (r"\left(", r"\right)"), (r"\hat ", ""), ("x^{", "}")]
        {
            for n in [1_000, 100_000] {
                let source = format!("{}x{}", open.repeat(n), close.repeat(n));
                let _ = Formulas::default().mathml(&source, FormulaPlace::Block);
            }
        }
    }
}

//! Expressions in content that run code of the project: what they give is written in their place.
//!
//! `values={constants.tabs(["ios"])}` calls a function of the project. A site executes nothing, so the import does it
//! once: in the embedded engine, with the project's own files and nothing else at hand, without clock and chance, and
//! within bounds of time and memory. What cannot be had that way stays as it is and is reported.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::time::{Duration, Instant};

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    CallExpression, Declaration, Expression, IdentifierReference, ImportDeclarationSpecifier, JSXElement,
    JSXFragment, Statement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan as _, SourceType, Span};
use serde_json::Value;

use crate::evaluate::{PageScript, evaluate_script};
use crate::project::{Project, folder_of, is_script, resolve};
use crate::report::Report;
use crate::shared::module;

mod scan;
#[cfg(test)]
mod tests;

/// All expressions of a project together may run this long.
const TIME_LIMIT: Duration = Duration::from_secs(if cfg!(test) { 2 } else { 30 });

/// Expressions of a project, each evaluated once.
#[derive(Debug)]
pub(crate) struct Expressions {
    /// What the project calls the version of its docs.
    version: String,
    known: BTreeMap<String, Result<String, String>>,
    spent: Duration,
}

/// A part of a text, and what stands there afterwards.
type Edit = (Range<usize>, String);

impl Expressions {
    pub(crate) fn new(version: String) -> Self {
        Self { version, known: BTreeMap::new(), spent: Duration::ZERO }
    }

    /// The text with what its expressions give; `None` if it stays as it is.
    pub(crate) fn write_out(
        &mut self,
        project: &Project,
        source: &str,
        text: &str,
        report: &mut Report,
    ) -> Option<String> {
        if !text.contains("import") {
            return None;
        }
        let page = Page::read(project, source, text);
        if !page.imports.iter().any(|import| import.is_code) {
            return None;
        }
        let mut edits: Vec<Edit> = Vec::new();
        for found in &page.expressions {
            match self.evaluate(project, source, &page, &text[found.clone()]) {
                Ok(literal) => edits.push((found.clone(), literal)),
                Err(reason) => {
                    let before = &text[..found.start];
                    let line = before.matches('\n').count() + 1;
                    let column = before[before.rfind('\n').map_or(0, |at| at + 1)..].chars().count() + 1;
                    report.note(
                        source,
                        format!(
                            "`{source}:{line}:{column}`: `{}` cannot be evaluated: {reason}; write what it gives in its place",
                            shown(&text[found.clone()])
                        ),
                    );
                }
            }
        }
        if edits.is_empty() {
            return None;
        }
        edits.extend(page.unused_imports(text, &edits));
        edits.sort_by_key(|(range, _)| range.start);
        let mut result = String::with_capacity(text.len());
        let mut at = 0;
        for (range, new) in edits {
            result.push_str(&text[at..range.start]);
            result.push_str(&new);
            at = range.end;
        }
        result.push_str(&text[at..]);
        Some(result)
    }

    fn evaluate(
        &mut self,
        project: &Project,
        source: &str,
        page: &Page,
        code: &str,
    ) -> Result<String, String> {
        let script = format!("{}\nexport default [({code}\n)];\n", page.statements);
        let key = format!("{}\n{script}", folder_of(source));
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let start = Instant::now();
        let result = if self.spent >= TIME_LIMIT {
            Err(format!("the expressions of the project take more than {} seconds", TIME_LIMIT.as_secs()))
        } else {
            let script = PageScript { page: source, code: &script, version: &self.version };
            evaluate_script(project, &script).and_then(|value| literal(&value))
        };
        self.spent += start.elapsed();
        self.known.insert(key, result.clone());
        result
    }
}

/// The start of an expression, for a message.
fn shown(code: &str) -> String {
    let line = code.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'");
    if line.chars().count() > 60 { format!("{}…", line.chars().take(60).collect::<String>()) } else { line }
}

/// The value as it is written in a page.
fn literal(value: &Value) -> Result<String, String> {
    let Some([value]) = value.as_array().map(Vec::as_slice) else {
        return Err("it gives nothing".to_owned());
    };
    if let Some(name) = foreign(value) {
        return Err(format!("it gives `{name}`, which is no data"));
    }
    // A tag may be read line by line, and a template's end is no text.
    Ok(value.to_string().replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029"))
}

/// Something in a value that is code, not data.
fn foreign(value: &Value) -> Option<String> {
    match value {
        Value::Array(values) => values.iter().find_map(foreign),
        Value::Object(members) => match members.get("$standIn").or_else(|| members.get("$function")) {
            Some(name) => {
                Some(name.as_str().filter(|name| !name.is_empty()).unwrap_or("a function").to_owned())
            }
            None => members.values().find_map(foreign),
        },
        _ => None,
    }
}

/// An import of a page.
struct Import {
    range: Range<usize>,
    names: Vec<String>,
    /// Whether it names a script of the project.
    is_code: bool,
}

/// What a page holds that may run code.
struct Page {
    /// Its imports and exports, without components.
    statements: String,
    imports: Vec<Import>,
    /// Expressions that run code of the project.
    expressions: Vec<Range<usize>>,
}

impl Page {
    fn read(project: &Project, source: &str, text: &str) -> Self {
        let mut page = Self { statements: String::new(), imports: Vec::new(), expressions: Vec::new() };
        let parts = scan::parts(text);
        for block in &parts.statements {
            page.block(project, source, text, block.clone());
        }
        let names = page.names();
        let mut candidates = std::mem::take(&mut page.expressions);
        candidates.extend(parts.expressions);
        candidates.retain(|range| runs_code(&text[range.clone()], &names));
        page.expressions = candidates;
        page
    }

    /// Names that stand for code of the project.
    fn names(&self) -> Vec<String> {
        self.imports.iter().filter(|import| import.is_code).flat_map(|import| import.names.clone()).collect()
    }

    /// Reads a block of imports and exports. Values that it exports are expressions, too.
    fn block(&mut self, project: &Project, source: &str, text: &str, block: Range<usize>) {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, &text[block.clone()], SourceType::tsx()).parse();
        if !parsed.errors.is_empty() {
            return;
        }
        let placed = |span: Span| block.start + span.start as usize..block.start + span.end as usize;
        for statement in &parsed.program.body {
            let range = placed(statement.span());
            match statement {
                Statement::ImportDeclaration(import) => {
                    let path = import.source.value.as_str().replace("\\_", "_");
                    let path = match path.strip_prefix("@site/") {
                        Some(path) => resolve(project.site(), path),
                        None if path.starts_with('.') => resolve(folder_of(source), &path),
                        None => None,
                    };
                    let file = path.and_then(|path| module(project, &path));
                    let names = import.specifiers.iter().flatten().map(|specifier| match specifier {
                        ImportDeclarationSpecifier::ImportSpecifier(one) => one.local.name.to_string(),
                        ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => one.local.name.to_string(),
                        ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                            one.local.name.to_string()
                        }
                    });
                    let is_code = file.is_some_and(|file| is_script(&file));
                    self.imports.push(Import { range: range.clone(), names: names.collect(), is_code });
                    let _ = writeln!(self.statements, "{}", &text[range]);
                }
                Statement::ExportNamedDeclaration(export) => {
                    if let Some(Declaration::VariableDeclaration(declaration)) = &export.declaration {
                        let values = declaration.declarations.iter().filter_map(|one| one.init.as_ref());
                        self.expressions.extend(values.map(|value| placed(value.span())));
                    }
                    let mut markup = Markup(false);
                    markup.visit_statement(statement);
                    if !markup.0 {
                        let code = text[range].trim_start().trim_start_matches("export ");
                        let _ = writeln!(self.statements, "{code};");
                    }
                }
                _ => {}
            }
        }
    }

    /// Imports that only expressions needed which are written out now.
    fn unused_imports(&self, text: &str, edits: &[Edit]) -> Vec<Edit> {
        let is_gone = |at: usize| edits.iter().any(|(range, _)| range.contains(&at));
        let is_used = |name: &String, own: &Range<usize>| {
            let mut places = text.match_indices(name.as_str()).map(|(at, _)| at);
            places.any(|at| !own.contains(&at) && !is_gone(at) && is_word(text, at..at + name.len()))
        };
        let was_used =
            |name: &String| edits.iter().any(|(range, _)| text[range.clone()].contains(name.as_str()));
        let imports = self.imports.iter().filter(|import| {
            import.is_code
                && import.names.iter().any(was_used)
                && !import.names.iter().any(|name| is_used(name, &import.range))
        });
        imports.map(|import| (import.range.clone(), String::new())).collect()
    }
}

/// Whether a part of a text is a whole word.
fn is_word(text: &str, range: Range<usize>) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
    !text[..range.start].ends_with(is_part) && !text[range.end..].starts_with(is_part)
}

/// Whether an expression is more than a constant: it calls something, and one of the names is in it.
fn runs_code(code: &str, names: &[String]) -> bool {
    let allocator = Allocator::default();
    let Ok(expression) = Parser::new(&allocator, code, SourceType::tsx()).parse_expression() else {
        return false;
    };
    let mut calls = Calls { names, has_call: false, has_name: false };
    calls.visit_expression(&expression);
    let mut markup = Markup(matches!(expression, Expression::ArrowFunctionExpression(_)));
    markup.visit_expression(&expression);
    calls.has_call && calls.has_name && !markup.0
}

struct Calls<'n> {
    names: &'n [String],
    has_call: bool,
    has_name: bool,
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.has_call = true;
        walk::walk_call_expression(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.has_name |= self.names.iter().any(|name| it.name == name.as_str());
    }
}

/// Whether code holds JSX.
struct Markup(bool);

impl<'a> Visit<'a> for Markup {
    fn visit_jsx_element(&mut self, _it: &JSXElement<'a>) {
        self.0 = true;
    }

    fn visit_jsx_fragment(&mut self, _it: &JSXFragment<'a>) {
        self.0 = true;
    }
}

//! TypeScript and ES modules to plain scripts that a small engine runs.
//!
//! Types are blanked out and `import`/`export` become `require` and `exports`. Nothing else is touched and no line
//! moves, so that the engine's line numbers are those of the file.

use std::fmt::Write as _;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    BindingIdentifier, Declaration, ExportAllDeclaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind,
    ExportNamedDeclaration, FormalParameter, ImportDeclaration, ImportDeclarationSpecifier,
    ImportExpression, ImportOrExportKind, JSXElement, JSXFragment, MetaProperty, ModuleExportName, Program, Statement,
    TSAsExpression, TSEnumDeclaration, TSExportAssignment, TSImportEqualsDeclaration, TSInterfaceDeclaration,
    TSNonNullExpression, TSSatisfiesExpression, TSThisParameter, TSTypeAliasDeclaration, TSTypeAnnotation,
    TSTypeAssertion, TSTypeParameterDeclaration, TSTypeParameterInstantiation, VariableDeclaration,
    VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan as _, SourceType, Span};

use crate::project::ending;

/// A module as a script.
pub(crate) struct Script {
    pub(crate) code: String,
    /// Whether it holds JSX, which makes it a component and no data.
    pub(crate) has_jsx: bool,
}

/// Why a file is no module: line and message.
#[derive(Debug)]
pub(crate) struct ScriptError {
    pub(crate) line: usize,
    pub(crate) message: String,
}

/// Makes a script of a module. The path's ending says whether it is TypeScript.
pub(crate) fn to_script(path: &str, source: &str) -> Result<Script, ScriptError> {
    let allocator = Allocator::default();
    let kind = match ending(path).as_str() {
        "ts" | "mts" | "cts" => SourceType::ts(),
        "tsx" => SourceType::tsx(),
        _ => SourceType::jsx(),
    };
    let mut parsed = Parser::new(&allocator, source, kind).parse();
    if !parsed.errors.is_empty() && !source.contains("import ") && !source.contains("export ") {
        parsed = Parser::new(&allocator, source, SourceType::cjs()).parse();
    }
    if let Some(error) = parsed.errors.first() {
        let offset = error.labels.as_ref().and_then(|labels| Some(labels.first()?.offset())).unwrap_or(0);
        let line = source.get(..offset).map_or(1, |before| before.matches('\n').count() + 1);
        return Err(ScriptError { line, message: error.message.to_string() });
    }
    let mut changes = Changes { source, edits: Vec::new(), tail: String::new(), is_module: false, has_jsx: false };
    changes.visit_program(&parsed.program);
    let has_jsx = changes.has_jsx;
    Ok(Script { code: changes.apply(&parsed.program), has_jsx })
}

struct Changes<'s> {
    source: &'s str,
    edits: Vec<(Span, String)>,
    /// Exports, at the end of the script, where everything is defined.
    tail: String,
    is_module: bool,
    has_jsx: bool,
}

impl Changes<'_> {
    fn blank(&mut self, start: u32, end: u32) {
        self.edits.push((Span::new(start, end), String::new()));
    }

    fn replace(&mut self, start: u32, end: u32, text: impl Into<String>) {
        self.edits.push((Span::new(start, end), text.into()));
    }

    fn text(&self, span: Span) -> &str {
        self.source.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Takes a mark such as `?` out of the text between two places.
    fn blank_mark(&mut self, mark: char, start: u32, end: u32) {
        if let Some(at) = self.text(Span::new(start, end)).find(mark) {
            let at = start + u32::try_from(at).unwrap_or_default();
            self.blank(at, at + 1);
        }
    }

    fn export(&mut self, exported: &str, local: &str) {
        // A string cannot fail to be written to.
        let _ = write!(self.tail, ";exports[{}] = {local}", quote(exported));
    }

    /// The script: every edit keeps the line breaks of what it stands for. Of nested edits the outer one counts.
    fn apply(mut self, program: &Program<'_>) -> String {
        self.edits.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let mut code = String::with_capacity(self.source.len() + self.tail.len() + 80);
        if self.is_module {
            code.push_str("Object.defineProperty(exports, '__esModule', {value: true});");
        }
        let mut at = program.hashbang.as_ref().map_or(0, |hashbang| hashbang.span.end as usize);
        for (span, text) in &self.edits {
            let (start, end) = (span.start as usize, span.end as usize);
            if start < at {
                continue;
            }
            code.push_str(&self.source[at..start]);
            code.push_str(text);
            if text.is_empty() {
                code.push(' ');
            }
            code.extend(self.source[start..end].chars().filter(|character| *character == '\n'));
            at = end;
        }
        code.push_str(&self.source[at..]);
        code.push('\n');
        code.push_str(&self.tail);
        code
    }
}

fn quote(text: &str) -> String {
    serde_json::Value::String(text.to_owned()).to_string()
}

fn name_of(name: &ModuleExportName<'_>) -> String {
    match name {
        ModuleExportName::IdentifierName(name) => name.name.to_string(),
        ModuleExportName::IdentifierReference(name) => name.name.to_string(),
        ModuleExportName::StringLiteral(text) => text.value.to_string(),
    }
}

/// The names that a declaration binds.
#[derive(Default)]
struct Names(Vec<String>);

impl<'a> Visit<'a> for Names {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.0.push(it.name.to_string());
    }

    /// What stands on the right binds nothing here.
    fn visit_expression(&mut self, _it: &oxc_ast::ast::Expression<'a>) {}
}

fn bound_names(declaration: &VariableDeclaration<'_>) -> Vec<String> {
    let mut names = Names::default();
    for declarator in &declaration.declarations {
        names.visit_binding_pattern(&declarator.id);
    }
    names.0
}

impl<'a> Visit<'a> for Changes<'_> {
    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        let before = self.source[..it.span.start as usize].trim_end();
        // The colon stands before the type in some places and belongs to it in others.
        let start = if self.text(it.span).starts_with(':') || !before.ends_with(':') {
            it.span.start
        } else {
            u32::try_from(before.len() - 1).unwrap_or(it.span.start)
        };
        self.blank(start, it.span.end);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.blank(it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.blank(it.span.start, it.span.end);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank(it.expression.span().end, it.span.end);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank(it.expression.span().end, it.span.end);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank(it.expression.span().end, it.span.end);
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        self.blank(it.span.start, it.expression.span().start);
        self.visit_expression(&it.expression);
    }

    fn visit_ts_interface_declaration(&mut self, it: &TSInterfaceDeclaration<'a>) {
        self.blank(it.span.start, it.span.end);
    }

    fn visit_ts_type_alias_declaration(&mut self, it: &TSTypeAliasDeclaration<'a>) {
        self.blank(it.span.start, it.span.end);
    }

    /// Members with values only; what other members are worth is not needed to read a configuration.
    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        let members = it.body.members.iter().enumerate().map(|(at, member)| {
            let key = self.text(member.id.span());
            let value = member.initializer.as_ref().map_or_else(|| at.to_string(), |it| self.text(it.span()).to_owned());
            format!("{key}: {value}")
        });
        let members: Vec<String> = members.collect();
        self.replace(it.span.start, it.span.end, format!("const {} = {{{}}}", it.id.name, members.join(", ")));
    }

    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        let after = &self.source[it.span.end as usize..];
        let comma = after.trim_start().starts_with(',').then(|| after.find(',')).flatten().map_or(0, |at| at + 1);
        self.blank(it.span.start, it.span.end + u32::try_from(comma).unwrap_or_default());
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if it.optional {
            let end = it.type_annotation.as_ref().map_or(it.span.end, |annotation| annotation.span.start);
            self.blank_mark('?', it.pattern.span().end, end.max(it.pattern.span().end + 1));
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            self.blank_mark('!', it.id.span().end, it.span.end);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.declare {
            self.blank(it.span.start, it.span.end);
        } else {
            walk::walk_variable_declaration(self, it);
        }
    }

    /// Functions without a body only declare what others look like.
    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
            Statement::FunctionDeclaration(function) if function.body.is_none() => {
                self.blank(function.span.start, function.span.end);
            }
            _ => walk::walk_statement(self, it),
        }
    }

    fn visit_jsx_element(&mut self, _it: &JSXElement<'a>) {
        self.has_jsx = true;
    }

    fn visit_jsx_fragment(&mut self, _it: &JSXFragment<'a>) {
        self.has_jsx = true;
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.is_module = true;
        let (start, end) = (it.span.start, it.span.end);
        if it.import_kind == ImportOrExportKind::Type {
            return self.blank(start, end);
        }
        let module = format!("__interop(require({}))", quote(&it.source.value));
        let mut members = Vec::new();
        let mut code = String::new();
        for specifier in it.specifiers.iter().flatten() {
            match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(one) if one.import_kind == ImportOrExportKind::Type => {}
                ImportDeclarationSpecifier::ImportSpecifier(one) => {
                    members.push(format!("{}: {}", quote(&name_of(&one.imported)), one.local.name));
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
                    members.push(format!("default: {}", one.local.name));
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                    code = format!("const {} = {module};", one.local.name);
                }
            }
        }
        if !members.is_empty() {
            code = format!("{code}const {{{}}} = {module};", members.join(", "));
        } else if it.specifiers.is_none() {
            code = format!("{module};");
        }
        self.replace(start, end, code);
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        self.is_module = true;
        let (start, end) = (it.span.start, it.span.end);
        if it.export_kind == ImportOrExportKind::Type {
            return self.blank(start, end);
        }
        if let Some(declaration) = &it.declaration {
            let names = match declaration {
                Declaration::VariableDeclaration(inner) => bound_names(inner),
                Declaration::FunctionDeclaration(inner) => inner.id.iter().map(|id| id.name.to_string()).collect(),
                Declaration::ClassDeclaration(inner) => inner.id.iter().map(|id| id.name.to_string()).collect(),
                Declaration::TSEnumDeclaration(inner) => vec![inner.id.name.to_string()],
                _ => return self.blank(start, end),
            };
            self.blank(start, declaration.span().start);
            names.iter().for_each(|name| self.export(name, name));
            return walk::walk_declaration(self, declaration);
        }
        let module = it.source.as_ref().map(|source| format!("__interop(require({}))", quote(&source.value)));
        for one in it.specifiers.iter().filter(|one| one.export_kind != ImportOrExportKind::Type) {
            let local = name_of(&one.local);
            let value = module.as_ref().map_or_else(|| local.clone(), |module| format!("{module}[{}]", quote(&local)));
            self.export(&name_of(&one.exported), &value);
        }
        self.blank(start, end);
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.is_module = true;
        let module = format!("__interop(require({}))", quote(&it.source.value));
        match &it.exported {
            _ if it.export_kind == ImportOrExportKind::Type => {}
            Some(name) => self.export(&name_of(name), &module),
            None => self.tail = format!(";Object.assign(exports, {module}){}", self.tail),
        }
        self.blank(it.span.start, it.span.end);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        self.is_module = true;
        let start = it.declaration.span().start;
        let name = match &it.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(inner) => inner.id.as_ref(),
            ExportDefaultDeclarationKind::ClassDeclaration(inner) => inner.id.as_ref(),
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => return self.blank(it.span.start, it.span.end),
            _ => None,
        };
        match name {
            Some(name) => {
                self.blank(it.span.start, start);
                self.export("default", &name.name);
            }
            None => self.replace(it.span.start, start, "exports.default = "),
        }
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        self.replace(it.span.start, it.expression.span().start, "module.exports = ");
        self.visit_expression(&it.expression);
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        self.replace(it.span.start, it.span.start + 6, "const ");
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.replace(it.span.start, it.span.start + 6, "__import");
        walk::walk_import_expression(self, it);
    }

    fn visit_meta_property(&mut self, it: &MetaProperty<'a>) {
        if it.meta.name == "import" {
            self.replace(it.span.start, it.span.end, "__meta");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, source: &str, expected: &str) {
        let script = to_script(path, source).unwrap_or_else(|error| panic!("line {}: {}", error.line, error.message));
        let squeezed: Vec<&str> = script.code.split_whitespace().collect();
        assert_eq!(squeezed.join(" "), expected, "{source}");
    }

    #[test]
    fn types_are_taken_away() {
        for (source, expected) in [
            ("const a: Config = {b: 1} satisfies Config;", "const a = {b: 1} ;"),
            ("const a = [1, 2] as const;", "const a = [1, 2] ;"),
            ("const f = <T,>(a: T, b?: string): T => a!;", "const f = (a , b ) => a ;"),
            ("function f(this: Window, a: number): void {}", "function f( a ) {}"),
            ("type A = {b: string};\ninterface C extends A {d: 1}\nconst e = 1;", "const e = 1;"),
            ("enum Level { Low, High = 'high' }", "const Level = {Low: 0, High: 'high'}"),
            ("const a = <Config>{};", "const a = {};"),
            ("let a!: number; const m = new Map<string, number>();", "let a ; const m = new Map ();"),
        ] {
            check("a.ts", source, expected);
        }
    }

    #[test]
    fn modules_become_scripts() {
        let head = "Object.defineProperty(exports, '__esModule', {value: true});";
        for (source, expected) in [
            ("import type {A} from 'a';", ""),
            (
                "import a, {b, c as d, type E} from './a';",
                "const {default: a, \"b\": b, \"c\": d} = __interop(require(\"./a\"));",
            ),
            ("import * as a from 'a';", "const a = __interop(require(\"a\"));"),
            ("import 'a';", "__interop(require(\"a\"));"),
            ("export default {a: 1};", "exports.default = {a: 1};"),
            ("export default function f() {}", "function f() {} ;exports[\"default\"] = f"),
            ("export const a = 1, {b} = {b: 2};", "const a = 1, {b} = {b: 2}; ;exports[\"a\"] = a;exports[\"b\"] = b"),
            ("const a = 1; export {a as b};", "const a = 1; ;exports[\"b\"] = a"),
            ("export * from 'a';", ";Object.assign(exports, __interop(require(\"a\")))"),
        ] {
            check("a.ts", source, format!("{head} {expected}").trim());
        }
        check("a.js", "module.exports = {a: import.meta.url};", "module.exports = {a: __meta.url};");
    }

    #[test]
    fn lines_stay_where_they_are() {
        let source = "import {\n  a,\n} from 'a';\ntype B = {\n  c: 1;\n};\nexport default {d: a};";
        let code = to_script("a.ts", source).map(|script| script.code).unwrap_or_default();
        assert_eq!(code.lines().position(|line| line.contains("d: a")), Some(6));
    }

    #[test]
    fn what_is_no_module_is_named_with_its_line() {
        let error = to_script("a.ts", "const a = 1;\nconst = 2;").err().expect("it is refused");
        assert_eq!(error.line, 2);
        assert!(to_script("a.jsx", "export default () => <p>hi</p>;").expect("it is a module").has_jsx);
    }
}

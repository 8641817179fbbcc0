//! TypeScript and ES modules to plain scripts that a small engine runs.
//!
//! Types are blanked out and `import`/`export` become `require` and `exports`. Nothing else is touched and no line
//! moves, so that the engine's line numbers are those of the file.

use std::fmt::Write as _;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_ast_visit::Visit as _;
use oxc_parser::Parser;
use oxc_span::{SourceType, Span};

use crate::project::ending;

mod visit;

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
    let mut changes =
        Changes { source, edits: Vec::new(), tail: String::new(), is_module: false, has_jsx: false };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, source: &str, expected: &str) {
        let script =
            to_script(path, source).unwrap_or_else(|error| panic!("line {}: {}", error.line, error.message));
        let code = script.code.replace("true});", "true}); ");
        let squeezed: Vec<&str> = code.split_whitespace().collect();
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
            (
                "export const a = 1, {b} = {b: 2};",
                "const a = 1, {b} = {b: 2}; ;exports[\"a\"] = a;exports[\"b\"] = b",
            ),
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

//! Evaluates code of a project: in the embedded engine, with nothing at hand but the project's own files.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use portico_js::{Engine, EngineError, Limits, THREAD_STACK_SIZE};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::ImportError;
use crate::project::{Found, Project, ending, is_script};
use crate::report::counted;
use crate::script::to_script;

/// A configuration may take this long, all its files included.
const TIME_LIMIT: Duration = Duration::from_secs(if cfg!(test) { 2 } else { 5 });
/// An expression of a page may take this long.
const EXPRESSION_TIME_LIMIT: Duration = Duration::from_secs(1);
/// A configuration may use this much memory.
const MEMORY_LIMIT: usize = 128 << 20;
/// A configuration may look at so many files.
const MAX_ROUNDS: usize = 500;
/// Where the project seems to lie.
const ROOT: &str = "/project";

const RUNTIME: &str = include_str!("runtime.js");

/// What a configuration exports.
#[derive(Debug)]
pub(crate) struct Evaluated {
    /// The exported value; stand-ins are objects with `$standIn`, functions objects with `$function`.
    pub(crate) value: Value,
    /// The year that the configuration sees.
    pub(crate) year: i32,
    /// Files that could not be evaluated, with the reason.
    pub(crate) notes: Vec<(String, String)>,
}

#[derive(Deserialize)]
struct Outcome {
    value: Option<Value>,
    error: Option<String>,
    needs: Vec<Need>,
    notes: Vec<Note>,
    year: i32,
}

#[derive(Deserialize)]
struct Need {
    kind: String,
    path: String,
    from: String,
}

#[derive(Deserialize)]
struct Note {
    file: String,
    message: String,
}

/// What is wanted of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The one value that it is about: the default export, called if it is a function.
    Value,
    /// Everything it exports, by name.
    Exports,
    /// The one value, made of nothing but the project's own code: packages, clock and chance must not be used.
    Data,
}

impl Wanted {
    fn time_limit(self) -> Duration {
        if self == Self::Data { EXPRESSION_TIME_LIMIT } else { TIME_LIMIT }
    }
}

/// Evaluates a file of the project.
pub(crate) fn evaluate(project: &Project, entry: &str, wanted: Wanted) -> Result<Evaluated, ImportError> {
    on_large_stack(entry, || {
        let mut lookup = Lookup::new(project, entry, wanted);
        lookup.read(entry, entry)?;
        lookup.run()
    })
}

/// A script that stands in a page.
pub(crate) struct PageScript<'a> {
    /// The page, whose place imports are relative to.
    pub(crate) page: &'a str,
    /// TypeScript with a default export.
    pub(crate) code: &'a str,
    /// What the project calls the version of its docs.
    pub(crate) version: &'a str,
}

/// Evaluates a script that stands in a page; gives its default export, or why there is none.
pub(crate) fn evaluate_script(project: &Project, script: &PageScript<'_>) -> Result<Value, String> {
    let page = script.page;
    let code = to_script("page.ts", script.code).map_err(|error| error.message)?.code;
    let result = on_large_stack(page, || {
        let mut lookup = Lookup::new(project, page, Wanted::Data);
        lookup.version = script.version;
        lookup.sources.insert(page.to_owned(), json!({ "kind": "code", "code": code }));
        lookup.run()
    });
    match result {
        Ok(evaluated) => Ok(evaluated.value),
        Err(ImportError::Config { message, .. }) => Err(message),
        Err(error) => Err(error.to_string()),
    }
}

fn on_large_stack(
    entry: &str,
    run: impl FnOnce() -> Result<Evaluated, ImportError> + Send,
) -> Result<Evaluated, ImportError> {
    // The engine recurses deeply; the caller's stack may be small.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(THREAD_STACK_SIZE);
        let failed =
            |message: &str| ImportError::Config { file: entry.to_owned(), message: message.to_owned() };
        let running = thread.spawn_scoped(scope, run).map_err(|error| failed(&error.to_string()))?;
        running.join().map_err(|_| failed("it could not be evaluated"))?
    })
}

struct Lookup<'a> {
    project: &'a Project,
    entry: &'a str,
    wanted: Wanted,
    version: &'a str,
    sources: BTreeMap<String, Value>,
    facts: BTreeMap<String, Value>,
}

impl<'a> Lookup<'a> {
    fn new(project: &'a Project, entry: &'a str, wanted: Wanted) -> Self {
        Self { project, entry, wanted, version: "", sources: BTreeMap::new(), facts: BTreeMap::new() }
    }

    fn run(&mut self) -> Result<Evaluated, ImportError> {
        let start = Instant::now();
        for _ in 0..MAX_ROUNDS {
            let outcome = self.round(start)?;
            if outcome.needs.is_empty() {
                let notes = outcome.notes.into_iter().map(|note| (note.file, note.message)).collect();
                return match (outcome.value, outcome.error) {
                    (Some(value), None) => Ok(Evaluated { value, year: outcome.year, notes }),
                    (_, error) => Err(self.failed(error.unwrap_or_else(|| "it exports nothing".to_owned()))),
                };
            }
            for need in &outcome.needs {
                self.answer(need)?;
            }
        }
        Err(self.failed(format!("it looks at more than {MAX_ROUNDS} files")))
    }

    fn failed(&self, message: String) -> ImportError {
        ImportError::Config { file: self.entry.to_owned(), message }
    }

    fn round(&self, start: Instant) -> Result<Outcome, ImportError> {
        let has_exports = self.wanted == Wanted::Exports;
        let is_data = self.wanted == Wanted::Data;
        let input = json!({ "entry": self.entry, "site": self.project.site(), "exports": has_exports, "data": is_data, "version": self.version, "sources": self.sources, "facts": self.facts });
        let limit = self.wanted.time_limit();
        let bundle = format!("const INPUT = {input};\n{RUNTIME}");
        let limits = Limits { memory: MEMORY_LIMIT, is_over: Box::new(move || start.elapsed() > limit) };
        let is_over = || start.elapsed() > limit;
        let text =
            Engine::with_limits(self.entry, &bundle, limits).and_then(|engine| engine.call("result", ""));
        let text = text.map_err(|error| {
            let message = match error {
                EngineError::Load { message, .. } | EngineError::Call { message, .. } => message,
                error @ EngineError::Import { .. } => error.to_string(),
            };
            self.failed(explain(&message, is_over().then_some(limit)))
        })?;
        let outcome: Outcome = serde_json::from_str(&text)
            .map_err(|error| self.failed(format!("it exports no data: {error}")))?;
        match &outcome.error {
            Some(message) if message.contains("out of memory") || is_over() => {
                Err(self.failed(explain(message, is_over().then_some(limit))))
            }
            _ => Ok(outcome),
        }
    }

    /// Looks up what a configuration asked for.
    fn answer(&mut self, need: &Need) -> Result<(), ImportError> {
        let inside = need.path.strip_prefix(ROOT).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let inside = inside.map(|path| path.trim_start_matches('/').to_owned());
        let outside = || ImportError::Outside { file: need.from.clone(), path: need.path.clone() };
        let found = inside.as_ref().map_or(Found::Outside, |path| self.project.find(path));
        if found == Found::Outside && !matches!(need.kind.as_str(), "exists" | "resolve") {
            return Err(outside());
        }
        let path = inside.unwrap_or_default();
        let value = match need.kind.as_str() {
            "exists" => Value::Bool(matches!(found, Found::File | Found::Folder)),
            "kind" => match found {
                Found::File => "file".into(),
                Found::Folder => "folder".into(),
                Found::Nothing | Found::Outside => Value::Null,
            },
            "text" => self.project.text(&path).map_or(Value::Null, Value::String),
            "list" if found == Found::Folder => self.project.names(&path).into(),
            "resolve" => self.module(&path).map_or(Value::Null, Value::String),
            "module" => match self.module(&path) {
                Some(file) => {
                    self.read(&file, &need.from)?;
                    Value::String(file)
                }
                None => Value::Null,
            },
            _ => Value::Null,
        };
        self.facts.insert(format!("{} {}", need.kind, need.path), value);
        Ok(())
    }

    /// The file that a request for a module means.
    fn module(&self, path: &str) -> Option<String> {
        const ENDINGS: [&str; 14] = [
            "",
            ".js",
            ".ts",
            ".mjs",
            ".cjs",
            ".mts",
            ".cts",
            ".json",
            ".jsx",
            ".tsx",
            "/index.js",
            "/index.ts",
            "/index.mjs",
            "/index.json",
        ];
        ENDINGS.iter().map(|ending| format!("{path}{ending}")).find(|path| self.project.is_file(path))
    }

    fn read(&mut self, file: &str, from: &str) -> Result<(), ImportError> {
        if self.sources.contains_key(file) {
            return Ok(());
        }
        let failed = |message: String| ImportError::Config { file: file.to_owned(), message };
        let text = self.project.text(file).ok_or_else(|| failed("it cannot be read as text".to_owned()))?;
        let mut source = Map::new();
        let kind = if ending(file) == "json" {
            let value =
                serde_json::from_str(&text).map_err(|error| failed(format!("it is not JSON: {error}")))?;
            source.insert("value".to_owned(), value);
            "value"
        } else if is_script(file) {
            match to_script(file, &text) {
                Ok(script) if script.has_jsx && file == from => {
                    return Err(failed("it holds JSX".to_owned()));
                }
                Ok(script) if script.has_jsx => "component",
                Ok(script) => {
                    source.insert("code".to_owned(), script.code.into());
                    "code"
                }
                Err(error) if file == from => {
                    return Err(failed(format!(
                        "it cannot be parsed: {}, line {}",
                        error.message, error.line
                    )));
                }
                Err(_) => "component",
            }
        } else {
            "component"
        };
        source.insert("kind".to_owned(), kind.into());
        self.sources.insert(file.to_owned(), source.into());
        Ok(())
    }
}

/// What an error means; `over` is the time limit if that is why the code was stopped.
fn explain(message: &str, over: Option<Duration>) -> String {
    if message.contains("out of memory") {
        out_of_memory()
    } else if let Some(limit) = over {
        format!(
            "it was not done after {}",
            counted(usize::try_from(limit.as_secs()).unwrap_or_default(), "second")
        )
    } else if message.contains("memory") {
        out_of_memory()
    } else {
        message.lines().next().unwrap_or("it could not be evaluated").to_owned()
    }
}

fn out_of_memory() -> String {
    format!("it needs more than {} MB of memory", MEMORY_LIMIT >> 20)
}

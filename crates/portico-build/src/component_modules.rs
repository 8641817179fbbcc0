//! Modules of the site's React components: read, named by their content, and what is wrong with them.

use portico_config::{Located, Settings, SiteComponent};
use portico_diagnostics::{Code, Diagnostic, LineColumn, SourceFile, Span, nearest};
use portico_render::{ModuleFailure, ModuleFailureReason, PrerenderError, SiteModule};

use crate::assets::content_hash;
use crate::folder::SiteFolder;
use crate::workers::Generation;

/// The modules that there are.
pub(crate) fn site_modules(folder: &SiteFolder, settings: &Settings) -> Vec<SiteModule> {
    let of = |(name, path): (&String, &Located<String>)| {
        let text = folder.texts.get(&path.value)?.text();
        let hash = content_hash(text.as_bytes());
        Some(SiteModule {
            component: name.clone(),
            source: path.value.clone(),
            text: text.to_owned(),
            published: format!("assets/component-{name}-{hash}.js"),
        })
    };
    named(settings).filter_map(of).collect()
}

/// Modules that the settings name and that are not there.
pub(crate) fn missing_modules(folder: &SiteFolder, settings: &Settings) -> Vec<Diagnostic> {
    let missing = named(settings).filter(|(_, path)| !folder.texts.contains_key(&path.value));
    missing
        .map(|(name, path)| {
            let message = format!("no file `{}` for the component `{name}`", path.value);
            let near = nearest(&path.value, folder.texts.keys().map(String::as_str));
            let found = Diagnostic::new(Code::ComponentMissing, message)
                .maybe_help(near.map(|near| format!("did you mean `{near}`?")));
            match path.span {
                Some(span) => found.at(&folder.settings, span),
                None => found,
            }
        })
        .collect()
}

/// What is wrong with those that are there.
pub(crate) fn module_problems(
    folder: &SiteFolder,
    generation: &Generation,
) -> Result<Vec<Diagnostic>, PrerenderError> {
    if generation.modules.is_empty() {
        return Ok(Vec::new());
    }
    let failures = generation.with_prerenderer(|prerenderer| Ok(prerenderer.module_failures().to_vec()))?;
    Ok(failures
        .iter()
        .filter_map(|failure| Some(diagnose(folder.texts.get(&failure.source)?, failure)))
        .collect())
}

fn named(settings: &Settings) -> impl Iterator<Item = (&String, &Located<String>)> {
    settings.components.iter().filter_map(|(name, component)| match component {
        SiteComponent::Module(path) => Some((name, path)),
        _ => None,
    })
}

fn diagnose(file: &SourceFile, failure: &ModuleFailure) -> Diagnostic {
    let start = Span::new(0, 0);
    match &failure.reason {
        ModuleFailureReason::Import(specifier) => {
            let message =
                format!("the module imports `{specifier}`; it can have `react` and `react/jsx-runtime`");
            Diagnostic::new(Code::ComponentImport, message)
                .at(file, place_of_import(file.text(), specifier).unwrap_or(start))
                .help("let a bundler put the rest into the module, with these two left outside")
        }
        ModuleFailureReason::Export => {
            Diagnostic::new(Code::ComponentExport, "the default export of the module is no component")
                .at(file, start)
                .help("write `export default function Name(props) { … }`")
        }
        ModuleFailureReason::Throws { message, place } => {
            let place = place.map_or(start, |place| span_of(file, place));
            Diagnostic::new(Code::ComponentFailed, format!("the module cannot be loaded: {message}"))
                .at(file, place)
                .help(
                    "modules are loaded at build too, without a browser; JSX and TypeScript must be compiled",
                )
        }
    }
}

/// What stands at a place: a word, or one character.
fn span_of(file: &SourceFile, place: LineColumn) -> Span {
    let line = file.line_start(place.line) as usize;
    let text = &file.text()[line..];
    let text = text.split_once('\n').map_or(text, |(text, _)| text);
    let before: usize = text.chars().take(place.column.saturating_sub(1) as usize).map(char::len_utf8).sum();
    let rest = &text[before..];
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
    let word: usize = rest.chars().take_while(|character| is_part(*character)).map(char::len_utf8).sum();
    let length = word.max(rest.chars().next().map_or(0, char::len_utf8));
    Span::new(line + before, line + before + length)
}

/// Where a text in quotes names an imported module. The engine joins relative paths to the folder of the module.
fn place_of_import(text: &str, specifier: &str) -> Option<Span> {
    let name = specifier.rsplit('/').next().unwrap_or(specifier);
    let quoted = |end: &str| {
        ['"', '\''].into_iter().find_map(|quote| {
            let at = text.find(&format!("{end}{quote}"))?;
            let start = text[..at].rfind(quote)? + 1;
            Some(Span::new(start, at + end.len()))
        })
    };
    quoted(specifier).or_else(|| quoted(&format!("/{name}")))
}

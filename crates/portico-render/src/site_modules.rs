//! React components of a site: ES modules that the engine evaluates beside the theme's bundle, and that the browser
//! loads as they are. Both resolve `react` and `react/jsx-runtime` to the theme's own React: the browser by an import
//! map, which stands in the documents of sites that have such components.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

use portico_config::{Settings, SiteComponent};
use portico_diagnostics::LineColumn;
use portico_js::{Engine, EngineError, Limits};
use portico_theme::Theme;

use crate::answer::{PrerenderError, answer, json, thrown};

/// Name of the theme's bundle in the engine.
pub(crate) const BUNDLE: &str = "theme.js";

/// Memory that one engine may use, in bytes.
const MAX_MEMORY: usize = 1 << 30;

/// How often a component of the site may be interrupted while it is loaded or rendered: the engine asks after ten
/// thousand calls or turns of a loop. Counted and not timed, so that every machine stops at the same place.
const MAX_INTERRUPTIONS: u32 = 10_000;

/// A component of the site, ready to be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteModule {
    /// The name that Markdown uses.
    pub component: String,
    /// Path relative to the site folder.
    pub source: String,
    /// The module.
    pub text: String,
    /// Path below the published site's root.
    pub published: String,
}

/// A module that is of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleFailure {
    /// Path of the module, relative to the site folder.
    pub source: String,
    /// Why.
    pub reason: ModuleFailureReason,
}

/// Why a module is of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleFailureReason {
    /// It imports what it cannot have; relative paths are joined to the folder of the module.
    Import(String),
    /// Its default export is no component.
    Export,
    /// It throws when it is evaluated, or is no module at all.
    Throws {
        /// What it says.
        message: String,
        /// Where in the module, if the engine says so.
        place: Option<LineColumn>,
    },
}

/// What the site may use of an engine, besides what the theme does.
#[derive(Clone)]
pub(crate) struct Fuel(Rc<Cell<Option<u32>>>);

impl Fuel {
    /// Limits for an engine, and what they are set by. The theme's own code is not counted.
    pub(crate) fn limits() -> (Self, Limits) {
        let fuel = Self(Rc::default());
        let left = fuel.clone();
        let is_over = move || match left.0.get() {
            None => false,
            Some(0) => true,
            Some(n_left) => {
                left.0.set(Some(n_left - 1));
                false
            }
        };
        (fuel, Limits { memory: MAX_MEMORY, is_over: Box::new(is_over) })
    }

    /// Runs code of the site.
    pub(crate) fn burn<T>(&self, run: impl FnOnce() -> T) -> T {
        self.0.set(Some(MAX_INTERRUPTIONS));
        let result = run();
        self.0.set(None);
        result
    }
}

/// Evaluates the modules. The answer is those that work, by the names of their components, and
/// what is wrong with the others.
pub(crate) fn load(
    engine: &Engine,
    fuel: &Fuel,
    modules: &[SiteModule],
) -> Result<(BTreeMap<String, SiteModule>, Vec<ModuleFailure>), PrerenderError> {
    let (mut loaded, mut failures) = (BTreeMap::new(), Vec::new());
    if modules.is_empty() {
        return Ok((loaded, failures));
    }
    provide(engine)?;
    for module in modules {
        let SiteModule { component, source, text, .. } = module;
        // Not the path alone, by which another module of the site could import it; in the browser that would fail.
        let name = format!("{source}#{component}");
        let outcome = fuel.burn(|| engine.evaluate(&name, text));
        // Nothing more than the export's kind is looked at here.
        let register = format!(
            "import * as own from {name:?}; import {{ registerComponent }} from {BUNDLE:?};\n\
             registerComponent({component:?}, own.default);"
        );
        let reason = match outcome {
            Ok(()) if engine.evaluate(&format!("register {component}"), &register).is_ok() => {
                loaded.insert(component.clone(), module.clone());
                continue;
            }
            Ok(()) => ModuleFailureReason::Export,
            Err(EngineError::Import { specifier, .. }) => ModuleFailureReason::Import(specifier),
            Err(error) => {
                let place = place_in(&thrown(&error), &name, text);
                ModuleFailureReason::Throws { message: PrerenderError::from(error).message(), place }
            }
        };
        failures.push(ModuleFailure { source: source.clone(), reason });
    }
    Ok((loaded, failures))
}

/// The first place in a module that the stack of an exception names, written there as `name:line:column`. The engine
/// counts columns in bytes.
fn place_in(stack: &str, name: &str, text: &str) -> Option<LineColumn> {
    let (_, place) = stack.split_once(&format!("{name}:"))?;
    let mut numbers = place.split(|character: char| !character.is_ascii_digit());
    let line: u32 = numbers.next()?.parse().ok()?;
    let n_bytes = numbers.next()?.parse::<usize>().ok()?.saturating_sub(1);
    let text = text.split('\n').nth(line.saturating_sub(1) as usize)?;
    let before = text.char_indices().take_while(|(at, _)| *at < n_bytes).count();
    Some(LineColumn { line, column: u32::try_from(before).ok()? + 1 })
}

/// Makes modules of what the theme shares, by the names that they are imported by.
fn provide(engine: &Engine) -> Result<(), PrerenderError> {
    let exports = engine.call("siteModuleExports", "")?;
    let exports: BTreeMap<String, Vec<String>> = answer("siteModuleExports", &exports)?;
    for (name, exports) in exports {
        let mut source =
            format!("import {{ siteModule }} from {BUNDLE:?};\nconst shared = siteModule({name:?});\n");
        for export in exports {
            let is_default =
                if export == "default" { "default ".to_owned() } else { format!("const {export} = ") };
            writeln!(source, "export {is_default}shared.{export};").expect("writing to a string");
        }
        engine.evaluate(&name, &source)?;
    }
    Ok(())
}

/// The import map of the documents; `None` for a site without React components of its own.
pub fn import_map(settings: &Settings, theme: &Theme) -> Option<String> {
    settings.components.values().find(|component| matches!(component, SiteComponent::Module(_)))?;
    let modules = theme.manifest.site_modules.iter();
    let imports: BTreeMap<&str, String> =
        modules.map(|(name, path)| (name.as_str(), settings.path_below_base(path))).collect();
    Some(json(&BTreeMap::from([("imports", imports)])))
}

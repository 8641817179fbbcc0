//! The embedded JavaScript engine: a bundle and JSON in, a string out.
//!
//! It knows nothing of documentation, React or the disk. One [`Engine`] belongs to one thread; make one per worker.
//! The engine is QuickJS: no Node, no Intl, no URL, no timers. A bundle must bring what it needs.

use rquickjs::promise::MaybePromise;
use rquickjs::{CatchResultExt as _, Context, Ctx, Function, Module, Object, Persistent, Runtime};

/// Stack that one call may use. Rendering recurses with the depth of the component tree; threads that call an engine
/// need at least twice as much ([`THREAD_STACK_SIZE`]).
const MAX_STACK_SIZE: usize = 4 << 20;

/// Stack size, in bytes, for threads that call an engine.
pub const THREAD_STACK_SIZE: usize = 16 << 20;

/// Bundles may log; nobody listens, and an engine must not fail for want of a console.
const PRELUDE: &str = "globalThis.console = Object.fromEntries(
  ['debug', 'error', 'info', 'log', 'trace', 'warn'].map((level) => [level, () => undefined]),
);";

/// What an engine may use, for code that is not ours.
pub struct Limits {
    /// Bytes of memory.
    pub memory: usize,
    /// Asked again and again while code runs; `true` stops it for good.
    pub is_over: Box<dyn FnMut() -> bool>,
}

/// What went wrong inside the engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The engine could not be set up, or a bundle could not be parsed or evaluated.
    #[error("the bundle `{name}` cannot be loaded: {message}")]
    Load {
        /// Name of the bundle.
        name: String,
        /// The exception, with its stack.
        message: String,
    },
    /// A module imports another one that nobody provided.
    #[error("the module `{name}` imports `{specifier}`, which there is not")]
    Import {
        /// Name of the importing module.
        name: String,
        /// What it imports. Relative ones are joined to the name of the importing module.
        specifier: String,
    },
    /// A function threw or did not return a string.
    #[error("`{function}` failed: {message}")]
    Call {
        /// Name of the function.
        function: String,
        /// The exception, with its stack.
        message: String,
    },
}

/// A bundle, loaded and ready to be called.
///
/// ```
/// let engine = portico_js::Engine::new("greet.js", "export const greet = (name) => `Hello ${name}`;")?;
/// assert_eq!(engine.call("greet", "world")?, "Hello world");
/// # Ok::<(), portico_js::EngineError>(())
/// ```
pub struct Engine {
    // Before the context, so that it is dropped first.
    exports: Persistent<Object<'static>>,
    context: Context,
}

impl Engine {
    /// Evaluates an ES module without imports. `name` shows up in stack traces.
    pub fn new(name: &str, source: &str) -> Result<Self, EngineError> {
        Self::load(name, source, None)
    }

    /// Like [`Engine::new`], with bounds on what the code may use, now and in later calls.
    pub fn with_limits(name: &str, source: &str, limits: Limits) -> Result<Self, EngineError> {
        Self::load(name, source, Some(limits))
    }

    /// Evaluates another ES module beside the bundle. It can import the bundle and modules that came before, by their
    /// names.
    pub fn evaluate(&self, name: &str, source: &str) -> Result<(), EngineError> {
        self.context.with(|ctx| {
            let run = || -> rquickjs::Result<()> {
                let (_, promise) = Module::declare(ctx.clone(), name, source)?.eval()?;
                promise.finish::<()>()
            };
            run().catch(&ctx).map_err(|error| failed_module(name, &error.to_string()))
        })
    }

    fn load(name: &str, source: &str, limits: Option<Limits>) -> Result<Self, EngineError> {
        let failed = |message: String| EngineError::Load { name: name.to_owned(), message };
        let runtime = Runtime::new().map_err(|error| failed(error.to_string()))?;
        runtime.set_max_stack_size(MAX_STACK_SIZE);
        if let Some(limits) = limits {
            runtime.set_memory_limit(limits.memory);
            runtime.set_interrupt_handler(Some(limits.is_over));
        }
        let context = Context::full(&runtime).map_err(|error| failed(error.to_string()))?;
        let exports = context.with(|ctx| load(&ctx, name, source)).map_err(failed)?;
        Ok(Self { exports, context })
    }

    /// Calls an exported function with one string and returns the string it gives, or promises: a promise is waited for
    /// as long as nothing but JavaScript must run for it.
    pub fn call(&self, function: &str, argument: &str) -> Result<String, EngineError> {
        self.context.with(|ctx| {
            let run = || -> rquickjs::Result<String> {
                let exports = self.exports.clone().restore(&ctx)?;
                exports.get::<_, Function<'_>>(function)?.call::<_, MaybePromise<'_>>((argument,))?.finish()
            };
            run().catch(&ctx).map_err(|error| EngineError::Call {
                function: function.to_owned(),
                message: error.to_string(),
            })
        })
    }
}

/// Why a module could not be evaluated. That one is missing which it imports is only to be read from the message.
fn failed_module(name: &str, message: &str) -> EngineError {
    let missing = message.split_once("could not load module '").and_then(|(_, rest)| rest.split_once('\''));
    let name = name.to_owned();
    match missing {
        Some((specifier, _)) => EngineError::Import { name, specifier: specifier.to_owned() },
        None => EngineError::Load { name, message: message.to_owned() },
    }
}

fn load(ctx: &Ctx<'_>, name: &str, source: &str) -> Result<Persistent<Object<'static>>, String> {
    let run = || -> rquickjs::Result<Persistent<Object<'static>>> {
        ctx.eval::<(), _>(PRELUDE)?;
        let (module, promise) = Module::declare(ctx.clone(), name, source)?.eval()?;
        promise.finish::<()>()?;
        Ok(Persistent::save(ctx, module.namespace()?))
    };
    run().catch(ctx).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUNDLE: &str = "
        let count = 0;
        export const next = () => String(++count);
        export const echo = (json) => JSON.stringify(JSON.parse(json));
        export const fail = () => { throw new Error('on purpose'); };
        export const later = async (text) => { await null; return text + '!'; };
        export const failLater = async () => { await null; throw new Error('on purpose'); };
        export const never = () => new Promise(() => undefined);
        export const nothing = () => undefined;
    ";

    #[test]
    fn keeps_state_between_calls() {
        let engine = Engine::new("test.js", BUNDLE).expect("the bundle is valid");
        assert_eq!(engine.call("next", "").expect("it returns"), "1");
        assert_eq!(engine.call("next", "").expect("it returns"), "2");
        assert_eq!(engine.call("echo", r#"{"a": "é"}"#).expect("it returns"), r#"{"a":"é"}"#);
    }

    #[test]
    fn says_what_was_thrown_and_where() {
        let engine = Engine::new("test.js", BUNDLE).expect("the bundle is valid");
        let message = engine.call("fail", "").expect_err("it throws").to_string();
        assert!(message.contains("on purpose") && message.contains("test.js"), "{message}");
        assert!(engine.call("nothing", "").is_err());
        assert!(engine.call("missing", "").is_err());
        assert_eq!(engine.call("next", "").expect("it still works"), "1");
    }

    #[test]
    fn waits_for_promises_that_can_be_kept() {
        let engine = Engine::new("test.js", BUNDLE).expect("the bundle is valid");
        assert_eq!(engine.call("later", "now").expect("it is kept"), "now!");
        let message = engine.call("failLater", "").expect_err("it throws").to_string();
        assert!(message.contains("on purpose"), "{message}");
        assert!(engine.call("never", "").is_err());
    }

    #[test]
    fn refuses_a_bundle_that_does_not_parse() {
        let message = Engine::new("broken.js", "export const = 1").err().expect("it is refused").to_string();
        assert!(message.contains("broken.js"), "{message}");
    }

    #[test]
    fn modules_import_the_bundle_and_each_other() {
        let engine = Engine::new("test.js", BUNDLE).expect("the bundle is valid");
        engine
            .evaluate("one.js", "import { next } from 'test.js'; export const one = next();")
            .expect("it runs");
        let two = "import { one } from './one.js'; if (one !== '1') throw new Error(`one is ${one}`);";
        engine.evaluate("two.js", two).expect("it runs");
        assert_eq!(engine.call("next", "").expect("it returns"), "2");
        let missing = |source| match engine.evaluate("folder/three.js", source) {
            Err(EngineError::Import { specifier, .. }) => specifier,
            other => panic!("{other:?}"),
        };
        assert_eq!(missing("import pad from 'left-pad';"), "left-pad");
        assert_eq!(missing("var x = 1; export * from './four.js';"), "folder/four.js");
        let message = engine.evaluate("five.js", "throw new Error('on purpose')").expect_err("it throws");
        assert!(message.to_string().contains("on purpose"), "{message}");
    }

    #[test]
    fn stops_code_at_its_limits() {
        let run = |source: &str, mut steps: u32| {
            let is_over = move || {
                steps = steps.saturating_sub(1);
                steps == 0
            };
            let limits = Limits { memory: 16 << 20, is_over: Box::new(is_over) };
            Engine::with_limits("foreign.js", source, limits).map(|_| ())
        };
        run("export const n = [...Array(1e4).keys()].length;", 1000).expect("it stays within the limits");
        for source in [
            "for (;;) {}",
            "try { for (;;) {} } catch { for (;;) {} }",
            "const turn = async () => { for (;;) await 0; }; await turn();",
            "const all = []; for (;;) all.push('x'.repeat(1e6) + all.length);",
        ] {
            assert!(run(source, 1000).is_err(), "{source}");
        }
    }

    #[test]
    fn survives_endless_recursion() {
        let run = || {
            let source = "export const dive = () => dive();";
            let engine = Engine::new("dive.js", source).expect("the bundle is valid");
            assert!(engine.call("dive", "").is_err());
        };
        let thread = std::thread::Builder::new().stack_size(THREAD_STACK_SIZE).spawn(run);
        thread.expect("a thread starts").join().expect("no crash");
    }
}

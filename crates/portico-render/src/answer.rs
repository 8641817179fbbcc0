//! Questions to the theme's bundle and its answers, as JSON, and why there may be none.

use portico_js::EngineError;
use serde::{Deserialize, Serialize};

/// Why a page could not be prerendered. Each is a defect of the theme, not of the author's content.
#[derive(Debug, thiserror::Error)]
pub enum PrerenderError {
    /// The engine or the theme's bundle failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The theme's bundle answered with something unexpected.
    #[error("the theme's bundle gave an unexpected answer to `{function}`: {reason}")]
    Answer {
        /// Name of the function.
        function: &'static str,
        /// What is wrong with it.
        reason: String,
    },
}

impl PrerenderError {
    /// What was thrown, without its stack.
    pub(crate) fn message(&self) -> String {
        let message = match self {
            Self::Engine(error) => thrown(error),
            other @ Self::Answer { .. } => other.to_string(),
        };
        message.lines().next().unwrap_or_default().trim_start_matches("Error: ").to_owned()
    }
}

/// What code in the engine threw, with its stack.
pub(crate) fn thrown(error: &EngineError) -> String {
    match error {
        EngineError::Call { message, .. } | EngineError::Load { message, .. } => message.clone(),
        other @ EngineError::Import { .. } => other.to_string(),
    }
}

/// A question, of plain data.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("contract types are plain data")
}

/// Reads what a function of the bundle gave.
pub(crate) fn answer<T: for<'de> Deserialize<'de>>(
    function: &'static str,
    json: &str,
) -> Result<T, PrerenderError> {
    serde_json::from_str(json).map_err(|error| PrerenderError::Answer { function, reason: error.to_string() })
}

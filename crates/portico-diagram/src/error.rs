//! What an author is told when a diagram cannot be drawn.

/// A mistake in the source of a diagram, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct DiagramError {
    /// Line in the source of the diagram, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

pub(crate) type Result<T> = std::result::Result<T, DiagramError>;

impl DiagramError {
    pub(crate) fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { line, column, message: message.into(), help: None }
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// A diagram that is beyond a limit.
    pub(crate) fn too_large(line: usize, what: &str, limit: usize) -> Self {
        Self::new(line, 1, format!("the diagram has more than {limit} {what}"))
            .with_help("split it into several diagrams")
    }
}

/// `did you mean …`, when a known word is near.
pub(crate) fn suggest(word: &str, known: &[&str]) -> Option<String> {
    let lower = word.to_lowercase();
    let nearest = known.iter().map(|it| (strsim::osa_distance(&lower, &it.to_lowercase()), *it)).min()?;
    let is_near = nearest.0 <= (nearest.1.chars().count() / 3).max(1);
    is_near.then(|| format!("did you mean `{}`?", nearest.1))
}

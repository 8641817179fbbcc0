//! Diagnostics and sums, as the terminal shows them.

use std::io::IsTerminal as _;

use portico_diagnostics::{Diagnostic, render_human, render_json, summarise};

use crate::arguments::Format;

/// Writes diagnostics to standard error, with a closing count for people.
pub(crate) fn print(diagnostics: &[Diagnostic], format: Format) {
    for diagnostic in diagnostics {
        match format {
            Format::Human => eprintln!("{}", render_human(diagnostic, is_styled())),
            Format::Json => eprintln!("{}", render_json(diagnostic)),
        }
    }
    if let (Format::Human, Some(sum)) = (format, summarise(diagnostics)) {
        eprintln!("{sum}");
    }
}

/// Colour on a terminal, unless the reader asked for none (<https://no-color.org>).
fn is_styled() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Bytes as people read them: `1.4 MB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{}.{} kB", bytes / 1_000, bytes % 1_000 / 100),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
    }
}

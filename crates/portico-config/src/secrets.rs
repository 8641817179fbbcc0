//! Keys that must not be published: what is written in `portal.toml` can be read by anybody.

use std::collections::BTreeMap;
use std::ops::Range;

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span};

/// The environment variable with the admin key of the search cluster. It is no setting: only `portico search push` uses
/// it, and a site whose settings hold its value is not published.
pub const ADMIN_KEY_VARIABLE: &str = "TYPESENSE_ADMIN_KEY";

/// What is told about a secret that was written down.
pub(crate) const REMEDY: &str = "take it out, replace the key in the cluster, and give the new one as `TYPESENSE_ADMIN_KEY` to `portico search push`";

/// Parts of words that name keys which must not be published.
const SECRET_WORDS: [&str; 5] = ["admin", "bootstrap", "master", "private", "secret"];

/// Fewer characters than this are no key: they would be found in innocent words.
const SHORTEST_KEY: usize = 6;

/// Whether a key calls itself one that can do more than search. A key that does not say so cannot be told from a
/// search-only one by its look; `portico search push` asks the cluster.
pub(crate) fn looks_like_admin_key(key: &str) -> bool {
    has_secret_word(key)
}

/// Whether a setting that nobody knows has the name of a secret: `admin_key`.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    has_secret_word(&name) && (name.contains("key") || name.contains("secret") || name.contains("token"))
}

fn has_secret_word(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    SECRET_WORDS.iter().any(|word| text.contains(word))
}

/// The file as it may be shown: what is secret in it is covered, every byte by a star, so that places stay as they are.
pub(crate) fn covered(file: &SourceFile, environment: &BTreeMap<String, String>) -> SourceFile {
    let mut bytes = file.text().as_bytes().to_vec();
    let known = occurrences(file.text(), admin_key(environment));
    let named = file.text().split_inclusive('\n').scan(0, |start, line| {
        let from = *start;
        *start += line.len();
        Some(secret_value(line).map(|range| from + range.start..from + range.end))
    });
    for range in known.into_iter().chain(named.flatten()) {
        bytes[range].fill(b'*');
    }
    SourceFile::new(file.path(), String::from_utf8(bytes).expect("whole characters were covered"))
}

/// Reports the admin key of the environment wherever the settings have it.
pub(crate) fn check(
    shown: &SourceFile,
    text: &str,
    environment: &BTreeMap<String, String>,
) -> Vec<Diagnostic> {
    let Some(key) = admin_key(environment) else { return Vec::new() };
    let message = format!("the settings hold the value of `{ADMIN_KEY_VARIABLE}`");
    let in_file = occurrences(text, Some(key)).into_iter().map(|range| {
        Diagnostic::new(Code::ConfigSecret, &*message)
            .at(shown, Span::new(range.start, range.end))
            .help(REMEDY)
    });
    let overrides =
        environment.iter().filter(|(name, value)| *name != ADMIN_KEY_VARIABLE && value.contains(key));
    let in_overrides = overrides.map(|(name, _)| {
        let message = format!("{message} (from the environment: `{name}`)");
        Diagnostic::new(Code::ConfigSecret, message).help(REMEDY)
    });
    in_file.chain(in_overrides).collect()
}

fn admin_key(environment: &BTreeMap<String, String>) -> Option<&str> {
    let key = environment.get(ADMIN_KEY_VARIABLE)?.trim();
    (key.len() >= SHORTEST_KEY).then_some(key)
}

fn occurrences(text: &str, key: Option<&str>) -> Vec<Range<usize>> {
    let found = key.into_iter().flat_map(|key| text.match_indices(key));
    found.map(|(at, found)| at..at + found.len()).collect()
}

/// The value in a line that assigns one to the name of a secret, or to a key that looks like one: what stands between
/// the quotation marks.
fn secret_value(line: &str) -> Option<Range<usize>> {
    let (name, value) = line.split_once('=')?;
    let open = value.find(['"', '\''])?;
    let quote = char::from(value.as_bytes()[open]);
    let inside = &value[open + 1..];
    let inside = &inside[..inside.find(quote).unwrap_or(inside.len())];
    let is_search_key = name.trim().eq_ignore_ascii_case("search_key");
    let is_secret = is_secret_name(name.trim()) || (is_search_key && looks_like_admin_key(inside));
    let start = name.len() + 1 + open + 1;
    is_secret.then(|| start..start + inside.trim_end_matches(['\n', '\r']).len())
}

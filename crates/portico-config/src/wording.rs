//! Lists of names in messages.

/// `` `a`, `b` or `c` ``.
pub(crate) fn alternatives<'a>(names: impl IntoIterator<Item = &'a str>, conjunction: &str) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} {conjunction} {last}", rest.join(", ")),
    }
}

//! Tokens: names between two private-use characters that stand in React's output for what is filled in later.

const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// Fills the tokens of a text. A token for which `value` has nothing stays as it is.
pub(crate) fn fill(text: &str, mut value: impl FnMut(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        filled.push_str(before);
        let replacement = after.split_once(CLOSE).and_then(|(name, after)| Some((value(name)?, after)));
        if let Some((replacement, after)) = replacement {
            filled.push_str(&replacement);
            rest = after;
        } else {
            filled.push(OPEN);
            rest = after;
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn fills_what_it_knows_and_leaves_the_rest() {
        let text = "a\u{e000}x\u{e001}b\u{e000}y\u{e001}c\u{e000}";
        let filled = fill(text, |name| (name == "x").then(|| "1".to_owned()));
        assert_eq!(filled, "a1b\u{e000}y\u{e001}c\u{e000}");
    }
}

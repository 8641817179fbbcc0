//! Variables in front matter: masked before the YAML is read, put back into its values.

use portico_diagnostics::Span;
use serde_json::Value;

use super::Resolve;
use crate::mask::{Mask, Part, Token, TokenKind, parts};
use crate::variables::variable_at;

/// Masks variables: `{{` would start a mapping in YAML.
pub(super) fn mask(text: &str, yaml: Span) -> Mask {
    let mut mask = Mask::default();
    let mut run = yaml.start as usize;
    let end = yaml.end as usize;
    while let Some(length) = text[run..end].find("{{") {
        let at = run + length;
        let (kind, after) = match variable_at(text, at) {
            Some((_, after)) if text[..at].ends_with('\\') => {
                mask.copy(text, run, at - 1);
                mask.token(Token {
                    kind: TokenKind::Literal("{{"),
                    span: Span::new(at - 1, at + 2),
                    is_flow: false,
                });
                mask.copy(text, at + 2, after);
                run = after;
                continue;
            }
            Some((name, after)) => (TokenKind::Variable(name.to_owned()), after),
            None => {
                mask.copy(text, run, at + 2);
                run = at + 2;
                continue;
            }
        };
        mask.copy(text, run, at);
        mask.token(Token { kind, span: Span::new(at, after), is_flow: false });
        run = after;
    }
    mask.copy(text, run, end);
    mask
}

/// Puts the values of variables into a value.
pub(super) fn restore(value: Value, mask: &Mask, resolve: Resolve<'_>) -> Value {
    match value {
        Value::String(text) if text.contains(crate::mask::OPEN) => {
            let mut restored = String::new();
            for part in parts(&text) {
                match part {
                    Part::Text(text) => restored.push_str(text),
                    Part::Token(index) => match mask.tokens.get(index).map(|token| (&token.kind, token.span))
                    {
                        Some((TokenKind::Variable(name), span)) => restored.push_str(&resolve(name, span)),
                        Some((TokenKind::Literal(text), _)) => restored.push_str(text),
                        _ => {}
                    },
                }
            }
            Value::String(restored)
        }
        Value::Array(values) => {
            Value::Array(values.into_iter().map(|value| restore(value, mask, resolve)).collect())
        }
        Value::Object(members) => Value::Object(
            members.into_iter().map(|(key, value)| (key, restore(value, mask, resolve))).collect(),
        ),
        other => other,
    }
}

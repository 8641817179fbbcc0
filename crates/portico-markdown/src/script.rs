//! The little JavaScript that pages use: literals, member access, template literals. Nothing is ever executed.

use serde_json::{Map, Number, Value};

/// Looks up a name; `None` if it is not known.
pub(crate) type Names<'a> = &'a dyn Fn(&str) -> Option<Value>;

/// Evaluates an expression. `None` if it is more than literals, known names and member access.
pub(crate) fn evaluate(code: &str, names: Names<'_>) -> Option<Value> {
    let mut reader = Reader { text: code, at: 0, names, depth: 0 };
    let value = reader.expression()?;
    reader.space();
    (reader.at == code.len()).then_some(value)
}

/// The value as text in a page, as React would show it.
pub(crate) fn to_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(values) => values.iter().map(to_text).collect(),
        Value::Null | Value::Bool(_) | Value::Object(_) => String::new(),
    }
}

/// Offset after the expression or statement that starts at `from`: a semicolon, or a line break outside brackets
/// after something complete.
pub(crate) fn statement_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut last = b'=';
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => return at,
            b'\n'
                if depth == 0
                    && !matches!(last, b'=' | b',' | b'+' | b'(' | b'&' | b'|' | b'?' | b':' | b'>') =>
            {
                return at;
            }
            b'"' | b'\'' | b'`' => at = string_end(bytes, at).unwrap_or(at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += text[at..].find("*/").map_or(text.len() - at, |length| length + 2);
                continue;
            }
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            last = byte;
        }
        at += 1;
    }
    text.len()
}

/// Offset of the quote that closes the one at `at`.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let quote = bytes[at];
    let mut i = at + 1;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'\\' => i += 1,
            b'\n' if quote != b'`' => return None,
            _ if byte == quote => return Some(i),
            _ => {}
        }
        i += 1;
    }
    None
}

const MAX_DEPTH: usize = 64;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    names: Names<'a>,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        loop {
            let trimmed = self.rest().trim_start();
            self.at = self.text.len() - trimmed.len();
            let skipped = if trimmed.starts_with("//") {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |length| length + 2)
            } else {
                return;
            };
            self.at += skipped;
        }
    }

    fn eat(&mut self, wanted: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    fn expression(&mut self) -> Option<Value> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut value = self.member()?;
        loop {
            if self.eat("+") {
                let other = self.member()?;
                value = add(&value, &other)?;
            } else if self.eat("??") {
                let other = self.member()?;
                value = if value.is_null() { other } else { value };
            } else {
                break;
            }
        }
        // TypeScript's `as const`, `as Type`, `satisfies Type` say nothing about the value.
        self.space();
        if let Some(rest) = self.rest().strip_prefix("as ").or_else(|| self.rest().strip_prefix("satisfies "))
        {
            let name = rest.trim_start();
            let length =
                name.find(|c: char| !(c.is_alphanumeric() || "_<>[]|.".contains(c))).unwrap_or(name.len());
            self.at = self.text.len() - name.len() + length;
        }
        self.depth -= 1;
        Some(value)
    }

    /// A value and the members read from it.
    fn member(&mut self) -> Option<Value> {
        let mut value = self.value()?;
        loop {
            self.space();
            if self.rest().starts_with("?.")
                || (self.rest().starts_with('.') && !self.rest().starts_with(".."))
            {
                self.at += if self.rest().starts_with("?.") { 2 } else { 1 };
                let name = self.identifier()?;
                value = property(&value, &name);
            } else if self.rest().starts_with('[') {
                self.at += 1;
                let key = self.expression()?;
                if !self.eat("]") {
                    return None;
                }
                value = match &key {
                    Value::Number(index) => {
                        let index = usize::try_from(index.as_u64()?).ok()?;
                        value.get(index).cloned().unwrap_or(Value::Null)
                    }
                    _ => property(&value, &to_text(&key)),
                };
            } else {
                return Some(value);
            }
        }
    }

    fn value(&mut self) -> Option<Value> {
        self.space();
        match self.rest().bytes().next()? {
            b'"' | b'\'' => self.string().map(Value::String),
            b'`' => self.template().map(Value::String),
            b'[' => self.array(),
            b'{' => self.object(),
            b'(' => {
                self.at += 1;
                let value = self.expression()?;
                self.eat(")").then_some(value)
            }
            b'-' => {
                self.at += 1;
                let number = self.number()?.as_f64()?;
                Some(number_value(-number))
            }
            b'!' => {
                self.at += 1;
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return None;
                }
                let value = self.member()?;
                self.depth -= 1;
                Some(Value::Bool(!is_true(&value)))
            }
            b'0'..=b'9' | b'.' => self.number(),
            _ => self.name(),
        }
    }

    fn name(&mut self) -> Option<Value> {
        let name = self.identifier()?;
        match name.as_str() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "null" | "undefined" => Some(Value::Null),
            // Both only ever name a file in a page; the path is what matters here.
            "require" | "useBaseUrl" => {
                if !self.eat("(") {
                    return None;
                }
                let path = self.expression()?;
                if !self.eat(")") {
                    return None;
                }
                let _ = self.eat(".default");
                Some(path)
            }
            _ => (self.names)(&name),
        }
    }

    fn identifier(&mut self) -> Option<String> {
        self.space();
        let rest = self.rest();
        let length =
            rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(rest.len());
        let name = rest[..length].to_owned();
        self.at += length;
        name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$')).then_some(name)
    }

    fn number(&mut self) -> Option<Value> {
        let rest = self.rest();
        let length =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_'))).unwrap_or(rest.len());
        let digits = rest[..length].replace('_', "");
        self.at += length;
        if let Some(hex) = digits.strip_prefix("0x") {
            return i64::from_str_radix(hex, 16).ok().map(Value::from);
        }
        digits.parse::<i64>().map(Value::from).ok().or_else(|| digits.parse().ok().map(number_value))
    }

    fn string(&mut self) -> Option<String> {
        let end = string_end(self.text.as_bytes(), self.at)?;
        let text = unescape(&self.text[self.at + 1..end]);
        self.at = end + 1;
        Some(text)
    }

    fn template(&mut self) -> Option<String> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = self.rest();
            let stop = rest.find(['`', '\\', '$'])?;
            text.push_str(&rest[..stop]);
            let found = &rest[stop..];
            self.at += stop;
            if found.starts_with('`') {
                self.at += 1;
                return Some(text);
            }
            if found.starts_with("${") {
                self.at += 2;
                let value = self.expression()?;
                text.push_str(&match value {
                    Value::Bool(value) => value.to_string(),
                    Value::Null => "null".to_owned(),
                    other => to_text(&other),
                });
                if !self.eat("}") {
                    return None;
                }
            } else if found.starts_with('$') {
                text.push('$');
                self.at += 1;
            } else {
                let escaped = found.chars().nth(1)?;
                text.push_str(&unescape(&found[..=escaped.len_utf8()]));
                self.at += 1 + escaped.len_utf8();
            }
        }
    }

    fn array(&mut self) -> Option<Value> {
        self.at += 1;
        let mut values = Vec::new();
        loop {
            if self.eat("]") {
                return Some(Value::Array(values));
            }
            if self.eat("...") {
                values.extend(self.expression()?.as_array()?.iter().cloned());
            } else {
                values.push(self.expression()?);
            }
            if !self.eat(",") && !self.rest().starts_with(']') {
                return None;
            }
        }
    }

    fn object(&mut self) -> Option<Value> {
        self.at += 1;
        let mut members = Map::new();
        loop {
            if self.eat("}") {
                return Some(Value::Object(members));
            }
            if self.eat("...") {
                members.extend(self.expression()?.as_object()?.clone());
            } else {
                let key = match self.rest().bytes().next()? {
                    b'"' | b'\'' => self.string()?,
                    b'0'..=b'9' => to_text(&self.number()?),
                    b'[' => {
                        self.at += 1;
                        let key = to_text(&self.expression()?);
                        if !self.eat("]") {
                            return None;
                        }
                        key
                    }
                    _ => self.identifier()?,
                };
                let value = if self.eat(":") { self.expression()? } else { (self.names)(&key)? };
                members.insert(key, value);
            }
            if !self.eat(",") && !self.rest().starts_with('}') {
                return None;
            }
        }
    }
}

fn property(value: &Value, name: &str) -> Value {
    match value {
        Value::Object(members) => members.get(name).cloned().unwrap_or(Value::Null),
        Value::Array(values) if name == "length" => Value::from(values.len()),
        Value::String(text) if name == "length" => Value::from(text.encode_utf16().count()),
        _ => Value::Null,
    }
}

fn add(left: &Value, right: &Value) -> Option<Value> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => Some(number_value(a.as_f64()? + b.as_f64()?)),
        (Value::String(_), _) | (_, Value::String(_)) => Some(Value::String(to_text(left) + &to_text(right))),
        _ => None,
    }
}

fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64().is_some_and(|number| number != 0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

/// A whole number is kept whole, as JavaScript shows it.
fn number_value(number: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small enough to be exact")]
    if number.fract() == 0.0 && number.abs() < 9e15 {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => plain.push('\n'),
            Some('t') => plain.push('\t'),
            Some('r') => plain.push('\r'),
            Some('\n') | None => {}
            Some('u') => {
                let hex: String = characters.clone().take(4).collect();
                match u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32) {
                    Some(decoded) if hex.len() == 4 => {
                        plain.push(decoded);
                        characters.nth(3);
                    }
                    _ => plain.push('u'),
                }
            }
            Some(other) => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(code: &str, expected: Option<&str>) {
        let names = |name: &str| match name {
            "props" => Some(serde_json::json!({ "a": "x", "list": [1, 2] })),
            _ => None,
        };
        let found = evaluate(code, &names).map(|value| value.to_string());
        assert_eq!(found.as_deref(), expected, "{code}");
    }

    #[test]
    fn reads_literals_and_members() {
        check("1", Some("1"));
        check("-1.5", Some("-1.5"));
        check("0x10", Some("16"));
        check("'a\\'b'", Some("\"a'b\""));
        check("[1, 'b', ...props.list,]", Some("[1,\"b\",1,2]"));
        check("{a: 1, 'b-c': [true], d: {e: null}}", Some(r#"{"a":1,"b-c":[true],"d":{"e":null}}"#));
        check("props.a", Some("\"x\""));
        check("props['list'][1]", Some("2"));
        check("`a ${props.a} \\` $b`", Some("\"a x ` $b\""));
        check("'a' + 1", Some("\"a1\""));
        check("props.none ?? 'd'", Some("\"d\""));
        check("{a: 1} as const", Some(r#"{"a":1}"#));
        check("require('./a.png').default", Some("\"./a.png\""));
        check("/* c */ 1 // d", Some("1"));
    }

    #[test]
    fn refuses_what_would_have_to_run() {
        for code in ["f()", "() => 1", "unknown", "a ? 1 : 2", "<b/>", "1 2", "", "props.map(x)", "'open"] {
            check(code, None);
        }
        check(&"[".repeat(10_000), None);
        check(&"!".repeat(10_000), None);
    }

    #[test]
    fn finds_the_end_of_a_statement() {
        assert_eq!(statement_end("{\n a: ';'\n}\nnext", 0), 11);
        assert_eq!(statement_end("1; 2", 0), 1);
        assert_eq!(statement_end("'a' +\n'b'\n", 0), 9);
    }
}

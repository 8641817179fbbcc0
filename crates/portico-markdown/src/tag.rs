//! Tags as HTML and JSX write them: `<Tabs groupId="os">`, `</Tabs>`, `<img src={logo} />`.

use portico_diagnostics::Span;
use serde_json::Value;

use crate::entities::decode_entities;

/// A tag and its attributes; spans are offsets in the text it was read from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) form: Form,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) span: Span,
    pub(crate) name_span: Span,
}

/// What a tag does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Open,
    Close,
    /// Opens and closes at once: `<Endpoint />`, `<br>`.
    Empty,
}

/// One attribute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attribute {
    pub(crate) name: String,
    pub(crate) value: AttributeValue,
    /// The whole attribute.
    pub(crate) span: Span,
    /// The value without quotes or braces; the name if there is none.
    pub(crate) value_span: Span,
}

/// What an attribute is set to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AttributeValue {
    /// Nothing: the attribute's presence is its meaning.
    Present,
    /// Text, entities decoded.
    Text(String),
    /// A JavaScript expression, without its braces.
    Expression(String),
    /// `{...object}`, without braces and dots.
    Spread(String),
    /// A value that no page wrote: what an alias or a code fence brings along.
    Literal(Value),
}

/// Elements that never have content.
pub(crate) const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Longest tag that is read as one.
const MAX_TAG_BYTES: usize = 64 * 1024;

impl Attribute {
    /// An attribute that stands for `name={value}` and is not written anywhere; `place` is for messages.
    pub(crate) fn literal(name: &str, value: Value, place: Span) -> Self {
        Self { name: name.to_owned(), value: AttributeValue::Literal(value), span: place, value_span: place }
    }
}

impl Tag {
    /// Whether the name can only be a component's: capitalised or dotted.
    pub(crate) fn is_component(&self) -> bool {
        is_component_name(&self.name)
    }

    /// Whether some attribute is written in braces, which plain HTML does not know.
    pub(crate) fn has_braces(&self) -> bool {
        self.attributes.iter().any(|attribute| {
            matches!(attribute.value, AttributeValue::Expression(_) | AttributeValue::Spread(_))
        })
    }
}

/// Whether a tag name can only be a component's: not `DIV`, which is an element that somebody shouts.
pub(crate) fn is_component_name(name: &str) -> bool {
    let is_capitalised = name.starts_with(|first: char| first.is_ascii_uppercase());
    let is_shouted = is_capitalised
        && name.len() > 1
        && !name.contains(|c: char| c.is_ascii_lowercase())
        && SHOUTED.contains(&name.to_ascii_lowercase().as_str());
    (is_capitalised && !is_shouted) || name.contains('.')
}

/// Elements that old pages write in capitals.
const SHOUTED: &[&str] = &[
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "img",
    "input",
    "kbd",
    "li",
    "nav",
    "ol",
    "pre",
    "section",
    "span",
    "strong",
    "style",
    "script",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "tt",
    "ul",
    "video",
];

/// Reads the tag that starts at `at` (a `<`). Returns it and the offset after it.
pub(crate) fn parse_tag(text: &str, at: usize) -> Option<(Tag, usize)> {
    let limit = (at + MAX_TAG_BYTES).min(text.len());
    let mut reader = Reader { bytes: &text.as_bytes()[..limit], text, at: at + 1 };
    let is_close = reader.eat(b'/');
    let name_start = reader.at;
    reader.name();
    let name_span = Span::new(name_start, reader.at);
    let name = text[name_start..reader.at].to_owned();
    let mut attributes = Vec::new();
    loop {
        let before = reader.at;
        reader.space();
        match reader.peek()? {
            b'>' => {
                reader.at += 1;
                let is_empty =
                    !is_component_name(&name) && VOID.contains(&name.to_ascii_lowercase().as_str());
                let form = if is_close {
                    Form::Close
                } else if is_empty {
                    Form::Empty
                } else {
                    Form::Open
                };
                return Some((tag(name, name_span, form, attributes, at, reader.at), reader.at));
            }
            b'/' if !is_close && reader.peek_at(1) == Some(b'>') => {
                reader.at += 2;
                return Some((tag(name, name_span, Form::Empty, attributes, at, reader.at), reader.at));
            }
            _ if is_close || name.is_empty() || reader.at == before => return None,
            _ => attributes.push(reader.attribute()?),
        }
    }
}

fn tag(
    name: String,
    name_span: Span,
    form: Form,
    attributes: Vec<Attribute>,
    start: usize,
    end: usize,
) -> Tag {
    Tag { name, form, attributes, span: Span::new(start, end), name_span }
}

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn peek_at(&self, distance: usize) -> Option<u8> {
        self.bytes.get(self.at + distance).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// A tag name; a colon belongs to it only before a letter, so that `<https://…>` is no tag.
    fn name(&mut self) {
        if !self.peek().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_') {
            return;
        }
        while let Some(byte) = self.peek() {
            let goes_on = byte.is_ascii_alphanumeric()
                || matches!(byte, b'_' | b'-' | b'$')
                || (matches!(byte, b'.' | b':')
                    && self.peek_at(1).is_some_and(|next| next.is_ascii_alphabetic()));
            if !goes_on {
                break;
            }
            self.at += 1;
        }
    }

    fn attribute(&mut self) -> Option<Attribute> {
        let start = self.at;
        if self.peek() == Some(b'{') {
            let end = skip_braces(self.text, self.at)?;
            let inner = self.text[self.at + 1..end - 1].trim();
            let spread = inner.strip_prefix("...")?;
            self.at = end;
            let span = Span::new(start, end);
            let value = AttributeValue::Spread(spread.to_owned());
            return Some(Attribute { name: String::new(), value, span, value_span: span });
        }
        let first = self.peek()?;
        if !(first.is_ascii_alphabetic() || matches!(first, b'_' | b':' | b'@')) {
            return None;
        }
        while self.peek().is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b'.' | b'-'))
        {
            self.at += 1;
        }
        let name_span = Span::new(start, self.at);
        let name = self.text[name_span.range()].to_owned();
        let after_name = self.at;
        self.space();
        if !self.eat(b'=') {
            self.at = after_name;
            return Some(Attribute {
                name,
                value: AttributeValue::Present,
                span: name_span,
                value_span: name_span,
            });
        }
        self.space();
        let (value, value_span) = self.value()?;
        Some(Attribute { name, value, span: Span::new(start, self.at), value_span })
    }

    fn value(&mut self) -> Option<(AttributeValue, Span)> {
        let start = self.at;
        match self.peek()? {
            quote @ (b'"' | b'\'') => {
                let length = self.bytes[start + 1..].iter().position(|byte| *byte == quote)?;
                let span = Span::new(start + 1, start + 1 + length);
                self.at = start + length + 2;
                Some((AttributeValue::Text(decode_entities(&self.text[span.range()])), span))
            }
            b'{' => {
                let end = skip_braces(self.text, start)?;
                self.at = end;
                let span = Span::new(start + 1, end - 1);
                Some((AttributeValue::Expression(self.text[span.range()].to_owned()), span))
            }
            _ => {
                while self.peek().is_some_and(|byte| {
                    !byte.is_ascii_whitespace() && !matches!(byte, b'"' | b'\'' | b'=' | b'<' | b'>' | b'`')
                }) {
                    self.at += 1;
                }
                // `<a href=x/>`: the slash belongs to the tag.
                if self.peek() == Some(b'>') && self.at > start + 1 && self.bytes[self.at - 1] == b'/' {
                    self.at -= 1;
                }
                let span = Span::new(start, self.at);
                (self.at > start)
                    .then(|| (AttributeValue::Text(decode_entities(&self.text[span.range()])), span))
            }
        }
    }
}

/// The offset after the brace that closes the one at `at`, aware of strings, templates and comments.
pub(crate) fn skip_braces(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    // Depths at which a template literal goes on after its `${…}`.
    let mut templates: Vec<usize> = Vec::new();
    let mut i = at;
    while i < bytes.len() {
        match bytes[i] {
            b'{' => depth += 1,
            b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(i + 1);
                }
                if templates.last() == Some(&depth) {
                    templates.pop();
                    i = skip_template(bytes, i + 1, &mut depth, &mut templates)?;
                    continue;
                }
            }
            b'`' => {
                i = skip_template(bytes, i + 1, &mut depth, &mut templates)?;
                continue;
            }
            quote @ (b'"' | b'\'') => i = skip_string(bytes, i, quote),
            b'/' if bytes.get(i + 1) == Some(&b'*') => {
                i += 2 + text[i + 2..].find("*/")? + 1;
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') && (i == 0 || bytes[i - 1].is_ascii_whitespace()) => {
                i += text[i..].find('\n')?;
            }
            _ => {}
        }
        i += 1;
    }
    None
}

/// From inside a template literal to the offset after its end, or after the `{` of a `${`.
fn skip_template(bytes: &[u8], from: usize, depth: &mut usize, templates: &mut Vec<usize>) -> Option<usize> {
    let mut i = from;
    loop {
        match bytes.get(i)? {
            b'\\' => i += 2,
            b'`' => return Some(i + 1),
            b'$' if bytes.get(i + 1) == Some(&b'{') => {
                templates.push(*depth);
                *depth += 1;
                return Some(i + 2);
            }
            _ => i += 1,
        }
    }
}

/// The offset of the closing quote; the opening one again if the line ends first (an apostrophe in text).
fn skip_string(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut i = at + 1;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'\\' => i += 1,
            b'\n' => return at,
            _ if byte == quote => return i,
            _ => {}
        }
        i += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let found = parse_tag(text, 0).map(|(tag, end)| {
            let attributes: Vec<_> =
                tag.attributes.iter().map(|a| format!("{}={:?}", a.name, a.value)).collect();
            format!("{:?} {} [{}] +{}", tag.form, tag.name, attributes.join(", "), &text[end..])
        });
        assert_eq!(found.as_deref(), expected, "{text}");
    }

    #[test]
    fn reads_tags_and_leaves_text() {
        check("<Tabs>x", Some("Open Tabs [] +x"));
        check("</A.B >", Some("Close A.B [] +"));
        check("<br>", Some("Empty br [] +"));
        check(
            "<X a b='1' c={[1, '}']} />",
            Some(r#"Empty X [a=Present, b=Text("1"), c=Expression("[1, '}']")] +"#),
        );
        check("<X {...p}>", Some(r#"Open X [=Spread("p")] +"#));
        check("<X a={`}${ {b: `}`}.b }`}>", Some(r#"Open X [a=Expression("`}${ {b: `}`}.b }`")] +"#));
        check("<a href=x/>", Some(r#"Empty a [href=Text("x")] +"#));
        check("<Link>", Some("Open Link [] +"));
        check("<BR>", Some("Empty BR [] +"));
        check("<https://a.example>", None);
        check("<a@b.example>", None);
        check("<3", None);
        check("< b>", None);
        check("<String, Int>", None);
        check("</a b>", None);
        check("<a b", None);
    }
}

//! A value as written, with its place.

use std::borrow::Cow;
use std::ops::Range;

use portico_diagnostics::Span;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::settings::Located;

/// A value as written and the bytes it came from.
///
/// To the schema it is the value alone. Values from overrides have ranges past the end of the file: see
/// [`crate::overrides`].
#[derive(Clone, Debug)]
pub(crate) struct At<T>(Spanned<T>);

impl<T> At<T> {
    pub(crate) fn value(&self) -> &T {
        self.0.get_ref()
    }

    pub(crate) fn range(&self) -> Range<usize> {
        self.0.span()
    }

    /// The place in a file of `length` bytes; none for an override.
    pub(crate) fn span(&self, length: usize) -> Option<Span> {
        span_in_file(&self.range(), length)
    }

    pub(crate) fn located<U>(&self, value: U, length: usize) -> Located<U> {
        Located { value, span: self.span(length) }
    }
}

/// A range as a span of a file of `length` bytes; none if it lies past the end.
pub(crate) fn span_in_file(range: &Range<usize>, length: usize) -> Option<Span> {
    (range.start <= length).then(|| Span::new(range.start, range.end.min(length)))
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Spanned::deserialize(deserializer).map(Self)
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

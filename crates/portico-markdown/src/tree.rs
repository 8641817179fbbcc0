//! The Markdown parser's tree. The only place that knows how the library lays out its data, besides the decoders of
//! single nodes.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use satteri_ast::mdast::{MdastNodeType, decode_definition_data};
use satteri_pulldown_cmark::Options;
use satteri_pulldown_cmark::document::{SourceDocument, parse};

/// A parsed file.
pub(crate) struct Tree<'t> {
    document: SourceDocument<'t>,
    /// Link definitions by identifier; the first of a name counts.
    definitions: HashMap<String, u32>,
}

/// The target that a reference stands for.
pub(crate) struct Definition<'t> {
    pub(crate) url: &'t str,
    pub(crate) title: &'t str,
    pub(crate) text: &'t str,
    pub(crate) range: (usize, usize),
}

/// The root's id.
pub(crate) const ROOT: u32 = 0;

impl<'t> Tree<'t> {
    /// Parses masked text. `None` if the library panicked.
    pub(crate) fn parse(text: &'t str, has_math: bool) -> Option<Self> {
        let mut options = Options::ENABLE_GFM | Options::ENABLE_FOOTNOTES;
        if has_math {
            options |= Options::ENABLE_MATH;
        }
        let document = catch_unwind(AssertUnwindSafe(|| parse(text, options, false).0)).ok()?;
        let mut definitions = HashMap::new();
        for id in 0..u32::try_from(document.len()).unwrap_or(u32::MAX) {
            if document.get_node(id).node_type == MdastNodeType::Definition as u8 {
                let data = decode_definition_data(document.get_type_data(id));
                let identifier = document.get_str(data.identifier).to_owned();
                definitions.entry(identifier).or_insert(id);
            }
        }
        Some(Self { document, definitions })
    }

    /// The ids of all nodes.
    pub(crate) fn ids(&self) -> std::ops::Range<u32> {
        0..u32::try_from(self.document.len()).unwrap_or(u32::MAX)
    }

    /// The masked text.
    pub(crate) fn text(&self) -> &str {
        self.document.source()
    }

    pub(crate) fn kind(&self, id: u32) -> MdastNodeType {
        MdastNodeType::from_u8(self.document.get_node(id).node_type).unwrap_or(MdastNodeType::Custom)
    }

    pub(crate) fn children(&self, id: u32) -> &[u32] {
        self.document.get_children(id)
    }

    pub(crate) fn data(&self, id: u32) -> &[u8] {
        self.document.get_type_data(id)
    }

    pub(crate) fn string(&self, value: satteri_arena::StringRef) -> &str {
        self.document.get_str(value)
    }

    /// Place in the masked text, on character boundaries.
    pub(crate) fn range(&self, id: u32) -> (usize, usize) {
        let node = self.document.get_node(id);
        let text = self.document.source();
        let floor = |offset: u32| {
            let offset = (offset as usize).min(text.len());
            (0..=offset).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
        };
        let start = floor(node.start_offset);
        (start, floor(node.end_offset).max(start))
    }

    pub(crate) fn masked_text(&self, start: usize, end: usize) -> &str {
        self.document.source().get(start..end).unwrap_or_default()
    }

    /// Whether any link is defined apart from where it stands.
    pub(crate) fn has_definitions(&self) -> bool {
        !self.definitions.is_empty()
    }

    /// The identifiers of such definitions.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> {
        self.definitions.keys().map(String::as_str)
    }

    pub(crate) fn definition(&self, identifier: &str) -> Option<Definition<'_>> {
        let id = *self.definitions.get(identifier)?;
        let data = decode_definition_data(self.data(id));
        let range = self.range(id);
        let text = self.masked_text(range.0, range.1);
        Some(Definition { url: self.string(data.url), title: self.string(data.title), text, range })
    }
}

//! The content of a document, packed.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize as _, Serialize as _};

use crate::packing::{compress, decompress};
use crate::{Node, Outline};

/// In front of the packed nodes: how many bytes they are unpacked.
const HEAD: usize = 4;

/// The content of a document: packed, since a site's bodies are all kept until its last page is written, and of most of
/// them nothing but the outline is needed meanwhile. Copies share their bytes.
#[derive(Clone, PartialEq)]
pub struct Body {
    packed: Arc<[u8]>,
    outline: Arc<Outline>,
}

impl Body {
    /// The body again, of what it was taken apart into. The bytes must be those of a body of this program.
    pub fn from_parts(packed: Arc<[u8]>, outline: Outline) -> Self {
        Self { packed, outline: Arc::new(outline) }
    }

    /// Its nodes. They are unpacked for each caller: whoever needs them more than once keeps them as long.
    ///
    /// # Panics
    ///
    /// If the bytes that it was made from are not those of a body.
    pub fn nodes(&self) -> Vec<Node> {
        unpack(&self.packed).expect("packed by this program")
    }

    /// What is known of it without unpacking it.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Its nodes, as they are packed.
    pub fn packed(&self) -> &Arc<[u8]> {
        &self.packed
    }
}

impl From<Vec<Node>> for Body {
    fn from(nodes: Vec<Node>) -> Self {
        Self { packed: pack(&nodes), outline: Arc::new(Outline::of(&nodes)) }
    }
}

impl Default for Body {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.nodes().fmt(formatter)
    }
}

fn pack(nodes: &[Node]) -> Arc<[u8]> {
    let mut plain = Vec::new();
    let mut serializer = rmp_serde::Serializer::new(&mut plain);
    nodes.serialize(&mut serializer).expect("plain data can be written to memory");
    let length = u32::try_from(plain.len()).expect("no body is larger than 4 GiB");
    let mut packed = length.to_le_bytes().to_vec();
    packed.extend(compress(&plain));
    packed.into()
}

/// The nodes that bytes were packed from; `None` for other bytes.
fn unpack(packed: &[u8]) -> Option<Vec<Node>> {
    let (length, packed) = packed.split_first_chunk::<HEAD>()?;
    let plain = decompress(packed, u32::from_le_bytes(*length) as usize)?;
    let mut deserializer = rmp_serde::Deserializer::from_read_ref(&plain);
    // How deep content is nested is limited where it is parsed; each of its levels is several of these.
    deserializer.set_max_depth(usize::MAX);
    Vec::deserialize(&mut deserializer).ok()
}

#[cfg(test)]
mod tests {
    use portico_diagnostics::Span;
    use serde_json::json;

    use super::*;
    use crate::{Component, NodeKind};

    fn component(depth: usize) -> Vec<Node> {
        let mut value = json!(0.1 + 0.2);
        for _ in 0..depth {
            value = json!([value]);
        }
        let component = Component {
            name: "Chart".into(),
            props: json!({ "b": value, "a": null }).as_object().cloned().expect("an object"),
            children: vec![Node::new(NodeKind::Text("é".into()), Span::new(1, 3))],
            is_inline: false,
        };
        vec![Node::new(NodeKind::Component(Box::new(component)), Span::new(0, 4))]
    }

    #[test]
    fn nodes_come_back_as_they_were() {
        for nodes in [Vec::new(), component(0), component(64)] {
            let body = Body::from(nodes.clone());
            assert_eq!(body.nodes(), nodes);
            let again = Body::from_parts(Arc::clone(body.packed()), body.outline().clone());
            assert_eq!(again, body);
        }
    }

    #[test]
    fn other_bytes_are_no_body() {
        let packed = Body::from(component(0)).packed;
        assert!(unpack(&packed).is_some());
        assert!(unpack(&packed[..packed.len() - 1]).is_none());
        assert!(unpack(&packed[..2]).is_none());
    }
}

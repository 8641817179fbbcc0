//! The state diagram so far: which states there are and which composite state is open.

use std::collections::BTreeMap;

use crate::cursor::Cursor;
use crate::error::{DiagramError, Result};
use crate::graph::{Direction, Edge, Graph, MAX_DEPTH, Node, Note, Shape, Stroke, Words};
use crate::svg::Head;
use crate::text::{Text, Type};

const LABEL_LIMIT: f64 = 130.0;
const NOTE_LIMIT: f64 = 180.0;
const NAME_LIMIT: f64 = 170.0;

pub(super) struct Reader<'a> {
    pub(super) graph: Graph,
    states: BTreeMap<String, usize>,
    /// Open composite states, with the place of each and its open region.
    open: Vec<(usize, Cursor<'a>, Option<usize>)>,
    /// The start of each level.
    starts: BTreeMap<Option<usize>, usize>,
    /// The end that each state leads to.
    ends: BTreeMap<usize, usize>,
    /// The note whose text goes on until `end note`.
    pub(super) note: Option<(usize, bool, Vec<String>, Cursor<'a>)>,
}

/// One end of a transition.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'a> {
    /// `[*]`
    Edge,
    State(&'a str),
}

impl<'a> Reader<'a> {
    pub(super) fn new() -> Self {
        Self {
            graph: Graph::new(Words::States),
            states: BTreeMap::new(),
            open: Vec::new(),
            starts: BTreeMap::new(),
            ends: BTreeMap::new(),
            note: None,
        }
    }

    /// The innermost open composite state or region.
    fn level(&self) -> Option<usize> {
        self.open.last().map(|(group, _, region)| region.unwrap_or(*group))
    }

    fn add(&mut self, shape: Shape, label: &str, line: usize) -> Result<usize> {
        let style = if shape.is_group() { Type::Title } else { Type::Name };
        let label = Text::wrap(label, style, NAME_LIMIT);
        self.graph.add_node(Node { label, shape, parent: self.level(), direction: None }, line)
    }

    /// The state of a name; one that was not there yet belongs to the open level.
    pub(super) fn state(&mut self, id: &str, line: usize) -> Result<usize> {
        if let Some(index) = self.states.get(id) {
            return Ok(*index);
        }
        let index = self.add(Shape::Rounded, id, line)?;
        self.states.insert(id.to_owned(), index);
        Ok(index)
    }

    pub(super) fn rename(&mut self, state: usize, label: &str) {
        let style = self.graph.nodes[state].label.style;
        self.graph.nodes[state].label = Text::wrap(label, style, NAME_LIMIT);
    }

    pub(super) fn set_shape(&mut self, state: usize, shape: Shape, at: &Cursor<'a>) -> Result<()> {
        if self.graph.nodes[state].shape.is_group() {
            return Err(at.error("a composite state is no fork, join or choice"));
        }
        self.graph.nodes[state].shape = shape;
        self.graph.nodes[state].label = Text::wrap("", Type::Name, NAME_LIMIT);
        Ok(())
    }

    pub(super) fn set_direction(&mut self, direction: Direction) {
        match self.open.last() {
            Some((group, ..)) => self.graph.nodes[*group].direction = Some(direction),
            None => self.graph.direction = direction,
        }
    }

    /// Opens a composite state.
    pub(super) fn open(&mut self, id: &str, label: Option<&str>, at: &Cursor<'a>) -> Result<()> {
        if self.open.len() == MAX_DEPTH {
            return Err(at.error(format!("states are nested deeper than {MAX_DEPTH}")));
        }
        let index = self.state(id, at.line)?;
        let is_inside_itself = self
            .level()
            .is_some_and(|level| level == index || self.graph.groups_around(level).any(|it| it == index));
        if is_inside_itself {
            return Err(at.error(format!("`{id}` is inside of itself")));
        }
        let label = label.map_or_else(|| self.graph.nodes[index].label.plain(), str::to_owned);
        self.graph.nodes[index].shape = Shape::Group;
        self.graph.nodes[index].label = Text::wrap(&label, Type::Title, NAME_LIMIT);
        // It is declared here, so this is where it belongs.
        let level = self.level();
        self.graph.nodes[index].parent = level;
        self.open.push((index, at.clone(), None));
        Ok(())
    }

    pub(super) fn close(&mut self, at: &Cursor<'a>) -> Result<()> {
        self.open.pop().map(|_| ()).ok_or_else(|| at.error("`}` closes nothing"))
    }

    /// Begins another region of the open composite state. What stands in it so far becomes the first region.
    pub(super) fn divide(&mut self, at: &Cursor<'a>) -> Result<()> {
        let Some((group, _, region)) = self.open.last().cloned() else {
            return Err(at.error("`--` stands outside of a composite state"));
        };
        if let Some(last) = self.open.last_mut() {
            last.2 = None;
        }
        if region.is_none() {
            let first = self.add(Shape::Region, "", at.line)?;
            for (index, node) in self.graph.nodes.iter_mut().enumerate() {
                if node.parent == Some(group) && index != first {
                    node.parent = Some(first);
                }
            }
            if let Some(start) = self.starts.remove(&Some(group)) {
                self.starts.insert(Some(first), start);
            }
        }
        let next = self.add(Shape::Region, "", at.line)?;
        if let Some(last) = self.open.last_mut() {
            last.2 = Some(next);
        }
        Ok(())
    }

    pub(super) fn add_transition(
        &mut self,
        (from, to): (Place<'a>, Place<'a>),
        label: &str,
        line: usize,
    ) -> Result<()> {
        let from = match from {
            Place::State(id) => self.state(id, line)?,
            Place::Edge => self.start(line)?,
        };
        let to = match to {
            Place::State(id) => self.state(id, line)?,
            Place::Edge => self.end(from, line)?,
        };
        let label = Some(Text::wrap(label, Type::Label, LABEL_LIMIT)).filter(|it| !it.lines.is_empty());
        let heads = [Head::None, Head::Arrow];
        self.graph.add_edge(Edge { from, to, label, stroke: Stroke::Solid, heads, length: 1 }, line)
    }

    fn start(&mut self, line: usize) -> Result<usize> {
        if let Some(start) = self.starts.get(&self.level()) {
            return Ok(*start);
        }
        let start = self.add(Shape::Start, "", line)?;
        self.starts.insert(self.level(), start);
        Ok(start)
    }

    /// Each state has its own end: a single one would draw lines across the whole diagram.
    fn end(&mut self, from: usize, line: usize) -> Result<usize> {
        if let Some(end) = self.ends.get(&from) {
            return Ok(*end);
        }
        let end = self.add(Shape::End, "", line)?;
        self.ends.insert(from, end);
        Ok(end)
    }

    pub(super) fn add_note(&mut self, node: usize, is_left: bool, text: &str) {
        let text = Text::wrap(text, Type::Label, NOTE_LIMIT);
        self.graph.notes.push(Note { node, is_left, text });
    }

    pub(super) fn finish(self, last_line: usize) -> Result<Graph> {
        if let Some((.., at)) = self.note {
            return Err(at.error("the note is not closed").with_help("close it with `end note`"));
        }
        if let Some((_, at, _)) = self.open.last() {
            return Err(at.error("the composite state is not closed").with_help("close it with `}`"));
        }
        if self.graph.nodes.is_empty() {
            return Err(DiagramError::new(last_line, 1, "the diagram has no state")
                .with_help("write a transition: `[*] --> open`"));
        }
        Ok(self.graph)
    }
}

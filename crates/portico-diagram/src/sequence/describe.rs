//! The sequence as sentences: messages in order, with their number.

use super::model::{FrameKind, Sequence, Side, Step};
use crate::text::clean;

/// One sentence for each message, note and branch.
pub(super) fn describe(sequence: &Sequence) -> Vec<String> {
    let name = |index: usize| one_line(&sequence.participants[index].label);
    let mut sentences = Vec::new();
    let mut frames = Vec::new();
    let mut count = 0;
    for step in &sequence.steps {
        match step {
            Step::Message(message) => {
                count += 1;
                let number = message.number.unwrap_or(count);
                let text = one_line(&message.text);
                let colon = if text.is_empty() { "" } else { ": " };
                let (from, to) = (name(message.from), name(message.to));
                let to = if message.from == message.to { "itself".to_owned() } else { to };
                sentences.push(format!("{number}. {from} to {to}{colon}{text}"));
            }
            Step::Note { first, last, side, text } => {
                let place = match side {
                    Side::Left | Side::Right => format!("beside {}", name(*first)),
                    Side::Over if first == last => format!("on {}", name(*first)),
                    Side::Over => format!("on {} to {}", name(*first), name(*last)),
                };
                sentences.push(format!("Note {place}: {}", one_line(text)));
            }
            Step::Open(kind, condition) => {
                frames.push(*kind);
                sentences.push(phrase(opening(*kind), condition));
            }
            Step::Divide(condition) => {
                let word = match frames.last() {
                    Some(FrameKind::Par) => "At the same time",
                    _ => "Otherwise",
                };
                sentences.push(phrase(word, condition));
            }
            Step::Close => {
                let word = frames.pop().map_or("branch", closing);
                sentences.push(format!("End of the {word}"));
            }
            Step::Activate(_) | Step::Deactivate(_) => {}
        }
    }
    sentences
}

fn opening(kind: FrameKind) -> &'static str {
    match kind {
        FrameKind::Alt => "If",
        FrameKind::Opt => "Optionally",
        FrameKind::Loop => "Repeat",
        FrameKind::Par => "In parallel",
        FrameKind::Critical => "Without interruption",
        FrameKind::Break => "Stop here",
    }
}

fn closing(kind: FrameKind) -> &'static str {
    match kind {
        FrameKind::Alt => "alternatives",
        FrameKind::Opt => "option",
        FrameKind::Loop => "loop",
        FrameKind::Par => "parallel part",
        FrameKind::Critical => "critical part",
        FrameKind::Break => "break",
    }
}

fn phrase(word: &str, condition: &str) -> String {
    let condition = one_line(condition);
    if condition.is_empty() { format!("{word}:") } else { format!("{word}, {condition}:") }
}

fn one_line(text: &str) -> String {
    clean(text).replace('\n', " ")
}

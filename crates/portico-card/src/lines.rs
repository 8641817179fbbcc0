//! Breaking text into lines that fit.

use std::ops::Range;

use crate::font::{Font, Word};

/// A title in lines.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Title {
    pub(crate) lines: Vec<String>,
    /// Size of the letters in pixels.
    pub(crate) size: f32,
    /// Distance of the lines in pixels.
    pub(crate) leading: f32,
}

/// Sizes to try with the number of lines that they leave room for: the largest that fits is taken.
const SIZES: [(f32, usize); 4] = [(84.0, 2), (72.0, 3), (60.0, 4), (50.0, 5)];

/// Sets a title as large as it fits. One that never fits ends in an ellipsis.
pub(crate) fn set_title(font: &Font, text: &str, measure: f32) -> Title {
    let words = font.words(text);
    let title = |(size, _): (f32, usize), lines| Title { lines, size, leading: size * 1.14 };
    let joined =
        |line: &Range<usize>| words[line.clone()].iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    for candidate in SIZES {
        let measure = measure / font.scale(candidate.0);
        let lines = break_lines(&words, measure);
        if lines.len() <= candidate.1 && fit(&words, &lines, measure) {
            return title(candidate, lines.iter().map(joined).collect());
        }
    }
    let smallest = SIZES[SIZES.len() - 1];
    let mut lines = break_lines(&words, measure / font.scale(smallest.0));
    if lines.len() > smallest.1 {
        let rest = lines[smallest.1 - 1].start..words.len();
        lines.truncate(smallest.1 - 1);
        lines.push(rest);
    }
    title(smallest, lines.iter().map(|line| shortened(font, &joined(line), smallest.0, measure)).collect())
}

/// Breaks at spaces, then balances: no line is left with a single short word if another division is as short. The measure
/// is in font units.
fn break_lines(words: &[Word<'_>], measure: f32) -> Vec<Range<usize>> {
    let greedy = break_within(words, measure);
    if greedy.len() < 2 {
        return greedy;
    }
    // The narrowest measure that needs no more lines gives lines of like length.
    let (mut low, mut high) = (measure * 0.4, measure);
    for _ in 0..8 {
        let middle = f32::midpoint(low, high);
        let lines = break_within(words, middle);
        if lines.len() <= greedy.len() && fit(words, &lines, middle) { high = middle } else { low = middle }
    }
    break_within(words, high)
}

fn break_within(words: &[Word<'_>], measure: f32) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    for next in 0..words.len() {
        match lines.last_mut() {
            Some(line) if width(words, &(line.start..next + 1)) <= measure => line.end = next + 1,
            _ => lines.push(next..next + 1),
        }
    }
    lines
}

fn fit(words: &[Word<'_>], lines: &[Range<usize>], measure: f32) -> bool {
    lines.iter().all(|line| width(words, line) <= measure)
}

/// The width of a line of words in font units.
fn width(words: &[Word<'_>], line: &Range<usize>) -> f32 {
    words[line.end - 1].end - words[line.start].start
}

/// The text, cut and ended by an ellipsis if it is wider than the measure.
pub(crate) fn shortened(font: &Font, text: &str, size: f32, measure: f32) -> String {
    if font.width(text, size) <= measure {
        return text.to_owned();
    }
    let mut characters: Vec<char> = text.chars().collect();
    while characters.pop().is_some() {
        let start: String = characters.iter().collect();
        let cut = format!("{}\u{2026}", start.trim_end());
        if font.width(&cut, size) <= measure {
            return cut;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_balanced_and_as_large_as_they_fit() {
        let font = Font::semi_bold();
        for (text, size, lines) in [
            ("Make payment", 84.0, vec!["Make payment"]),
            ("Returns and notifications of change", 84.0, vec!["Returns and", "notifications of change"]),
            ("", 84.0, vec![]),
        ] {
            let title = set_title(font, text, 1024.0);
            assert_eq!((title.size, title.lines), (size, lines.into_iter().map(str::to_owned).collect()));
        }
        let long = set_title(font, &"endless ".repeat(60), 1024.0);
        assert_eq!(long.lines.len(), 5);
        assert!(long.lines[4].ends_with("endless\u{2026}") || long.lines[4].ends_with('\u{2026}'));
        let wide = set_title(font, &"x".repeat(200), 1024.0);
        assert!(wide.lines[0].ends_with('\u{2026}'));
    }
}

//! Breaking text into lines that fit.

use crate::font::Font;

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
    let title = |(size, _): (f32, usize), lines| Title { lines, size, leading: size * 1.14 };
    for candidate in SIZES {
        let lines = break_lines(font, text, candidate.0, measure);
        let is_wide = lines.iter().any(|line| font.width(line, candidate.0) > measure);
        if lines.len() <= candidate.1 && !is_wide {
            return title(candidate, lines);
        }
    }
    let smallest = SIZES[SIZES.len() - 1];
    let mut lines = break_lines(font, text, smallest.0, measure);
    if lines.len() > smallest.1 {
        let rest = lines.split_off(smallest.1 - 1).join(" ");
        lines.push(rest);
    }
    title(smallest, lines.iter().map(|line| shortened(font, line, smallest.0, measure)).collect())
}

/// Breaks at spaces, then balances: no line is left with a single short word if another division is as short.
fn break_lines(font: &Font, text: &str, size: f32, measure: f32) -> Vec<String> {
    let greedy = break_within(font, text, size, measure);
    if greedy.len() < 2 {
        return greedy;
    }
    // The narrowest measure that needs no more lines gives lines of like length.
    let (mut low, mut high) = (measure * 0.4, measure);
    for _ in 0..8 {
        let middle = f32::midpoint(low, high);
        let lines = break_within(font, text, size, middle);
        let fits = lines.len() <= greedy.len() && lines.iter().all(|line| font.width(line, size) <= middle);
        if fits { high = middle } else { low = middle }
    }
    break_within(font, text, size, high)
}

fn break_within(font: &Font, text: &str, size: f32, measure: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if font.width(&longer, size) <= measure {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    lines
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
            let title = set_title(&font, text, 1024.0);
            assert_eq!((title.size, title.lines), (size, lines.into_iter().map(str::to_owned).collect()));
        }
        let long = set_title(&font, &"endless ".repeat(60), 1024.0);
        assert_eq!(long.lines.len(), 5);
        assert!(long.lines[4].ends_with("endless\u{2026}") || long.lines[4].ends_with('\u{2026}'));
        let wide = set_title(&font, &"x".repeat(200), 1024.0);
        assert!(wide.lines[0].ends_with('\u{2026}'));
    }
}

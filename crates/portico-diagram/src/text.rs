//! Text as lines with an estimated width: nobody measures fonts at build time.
//!
//! The table holds advance widths in thousandths of the type size: for each character the wider of the site's sans
//! and of the common sans that replaces it. A margin is added, so text stays inside its box with other fonts too.

/// The sizes of text in a diagram; `diagram.css` sets the same in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// Names of nodes and participants.
    Name,
    /// Labels of edges, messages and notes.
    Label,
    /// Titles of groups and words of frames, semi-bold.
    Title,
}

impl Type {
    pub(crate) fn size(self) -> f64 {
        match self {
            Self::Name => 14.0,
            Self::Label | Self::Title => 13.0,
        }
    }

    pub(crate) fn line_height(self) -> f64 {
        match self {
            Self::Name => 19.0,
            Self::Label | Self::Title => 17.0,
        }
    }

    fn margin(self) -> f64 {
        match self {
            Self::Label => 1.03,
            Self::Name | Self::Title => 1.06,
        }
    }
}

/// A word up to this width stays whole, even where its line is to be shorter.
const UNBROKEN: f64 = 220.0;

/// Lines of text that belong together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    pub(crate) lines: Vec<String>,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) style: Type,
}

impl Text {
    /// Breaks text at the author's line ends, and between words where a line is wider than `limit`.
    pub(crate) fn wrap(source: &str, style: Type, limit: f64) -> Self {
        let mut lines = Vec::new();
        for line in clean(source).lines() {
            wrap_line(line, style, limit, &mut lines);
        }
        let width = lines.iter().map(|it| measure(it, style)).fold(0.0, f64::max);
        #[expect(clippy::cast_precision_loss, reason = "source is at most 64 KiB")]
        let height = lines.len() as f64 * style.line_height();
        Self { lines, width: width.ceil(), height, style }
    }

    /// The text on one line, for descriptions.
    pub(crate) fn plain(&self) -> String {
        self.lines.join(" ")
    }
}

/// Width of one line in pixels.
pub(crate) fn measure(line: &str, style: Type) -> f64 {
    let thousandths: u32 = line.chars().map(advance).sum();
    f64::from(thousandths) / 1000.0 * style.size() * style.margin()
}

/// Plain text of a label: line breaks, entities and quotes resolved, control characters gone.
pub(crate) fn clean(source: &str) -> String {
    let mut text = source.trim();
    if text.len() > 1 && text.starts_with('"') && text.ends_with('"') {
        text = text[1..text.len() - 1].trim();
    }
    let text = decode(text).replace("\\n", "\n");
    let lines = text.lines().map(|line| {
        let line: String = line.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    lines.filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Replaces `<br>` by a line end, and `#lt;`, `&lt;`, `#35;` by what they stand for.
fn decode(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find(['<', '#', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let (decoded, length) = decode_one(rest).unwrap_or((rest.chars().next(), 1));
        text.extend(decoded);
        rest = &rest[length..];
    }
    text + rest
}

/// The character that a tag or an entity at the start of `rest` stands for, and its length.
fn decode_one(rest: &str) -> Option<(Option<char>, usize)> {
    if rest.starts_with('<') {
        let end = rest.find('>').filter(|end| *end <= 6)?;
        let tag = rest[1..end].trim_end_matches('/').trim();
        return tag.eq_ignore_ascii_case("br").then_some((Some('\n'), end + 1));
    }
    let end = rest.find(';').filter(|end| *end <= 8)?;
    let name = &rest[1..end];
    let character = match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "nbsp" => Some(' '),
        "semi" => Some(';'),
        "colon" => Some(':'),
        "num" => Some('#'),
        _ => name.trim_start_matches('#').parse().ok().and_then(char::from_u32),
    };
    character.map(|it| (Some(it), end + 1))
}

/// Fills lines evenly: as few lines as the limit allows, then the narrowest width that needs no more.
fn wrap_line(line: &str, style: Type, limit: f64, lines: &mut Vec<String>) {
    let words = pieces(line, style, limit.max(UNBROKEN));
    let filled = fill(&words, style, limit);
    if filled.len() < 2 {
        lines.extend(filled);
        return;
    }
    let (mut low, mut high) = (limit / 4.0, limit);
    for _ in 0..8 {
        let middle = f64::midpoint(low, high);
        if fill(&words, style, middle).len() <= filled.len() {
            high = middle;
        } else {
            low = middle;
        }
    }
    lines.extend(fill(&words, style, high));
}

/// The words of a line; a word wider than the limit in pieces.
fn pieces(line: &str, style: Type, limit: f64) -> Vec<(String, bool)> {
    let mut pieces = Vec::new();
    for word in line.split(' ') {
        let mut piece = String::new();
        let mut width = 0.0;
        let mut is_start = true;
        for character in word.chars() {
            let advance = f64::from(advance(character)) / 1000.0 * style.size() * style.margin();
            if width + advance > limit && !piece.is_empty() {
                pieces.push((std::mem::take(&mut piece), is_start));
                (width, is_start) = (0.0, false);
            }
            piece.push(character);
            width += advance;
        }
        pieces.push((piece, is_start));
    }
    pieces
}

fn fill(words: &[(String, bool)], style: Type, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut width = 0.0;
    let space = measure(" ", style);
    for (word, is_start) in words {
        let length = measure(word, style);
        match lines.last_mut() {
            Some(line) if *is_start && width + space + length <= limit => {
                line.push(' ');
                line.push_str(word);
                width += space + length;
            }
            _ => {
                lines.push(word.clone());
                width = length;
            }
        }
    }
    lines
}

/// Advance of a character in thousandths of the type size.
fn advance(character: char) -> u32 {
    match u32::from(character) {
        code @ 32..127 => u32::from(ADVANCES[code as usize - 32]),
        0x00b7 | 0x2018 | 0x2019 | 0x2026..=0x2027 => match character {
            '…' => 1000,
            _ => 300,
        },
        0x2013 | 0x201c | 0x201d => 570,
        0x00a0..0x0250 => 640,
        0x0300..0x0370 | 0x200b..0x2010 => 0,
        0x0370..0x0600 => 780,
        0x1f000.. => 1300,
        _ => 1010,
    }
}

/// Advances of the printable ASCII characters, from space to tilde.
const ADVANCES: [u16; 95] = [
    278, 278, 426, 603, 659, 904, 709, 248, 333, 333, 394, 584, 278, 378, 278, 351, // space to /
    612, 612, 612, 630, 629, 641, 623, 612, 648, 625, 278, 278, 584, 584, 584, 556, // 0 to ?
    1015, 710, 671, 722, 722, 667, 611, 778, 766, 283, 500, 682, 578, 886, 754, 778, // @ to O
    667, 778, 722, 670, 611, 722, 673, 954, 688, 667, 637, 303, 351, 303, 473, 556, // P to _
    333, 556, 597, 544, 597, 567, 396, 623, 577, 248, 263, 562, 303, 865, 577, 566, // ` to o
    596, 596, 391, 506, 389, 581, 505, 780, 565, 535, 500, 334, 263, 334, 584, // p to ~
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cleaned_and_wrapped() {
        assert_eq!(clean("\"a<br/>b  c\""), "a\nb c");
        assert_eq!(clean("x #lt; 5 &amp; #35;1 <b> #z"), "x < 5 & #1 <b> #z");
        let text = Text::wrap("cancel before the cut-off", Type::Label, 110.0);
        assert_eq!(text.lines, ["cancel before", "the cut-off"]);
        let word = "abcdefghijklmnopqrstuvwxyz".repeat(3);
        let text = Text::wrap(&word, Type::Label, 60.0);
        assert_eq!(text.plain().replace(' ', ""), word);
        assert!(text.lines.len() > 2 && text.width <= UNBROKEN + 4.0, "{text:?}");
    }
}

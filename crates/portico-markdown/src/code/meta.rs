//! What stands beside the language in a fence: a title, lines to highlight, line numbers.

use portico_diagnostics::nearest;

use super::word_length;

/// What stands after the language.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Meta {
    pub(super) title: Option<String>,
    /// Lines to highlight, counted from 1, both ends included.
    ranges: Vec<(usize, usize)>,
    pub(super) first_line_number: Option<u32>,
    /// Words that mean nothing here.
    pub(super) rest: String,
    /// What cannot be read, in the order of the text.
    pub(super) mistakes: Vec<Mistake>,
}

/// Something that cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    /// The text meant, as it stands in the fence.
    pub(super) written: String,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Mistake {
    fn new(written: &str, message: impl Into<String>, help: impl Into<Option<String>>) -> Self {
        Self { written: written.to_owned(), message: message.into(), help: help.into() }
    }
}

impl Meta {
    pub(super) fn parse(text: &str) -> Self {
        let mut meta = Self::default();
        let mut words: Vec<&str> = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let length = meta.title(rest).or_else(|| meta.ranges(rest)).unwrap_or_else(|| {
                let length = word_length(rest);
                if !meta.line_numbers(&rest[..length]) {
                    words.push(&rest[..length]);
                }
                length
            });
            rest = rest[length..].trim_start();
        }
        meta.mistakes.extend(words.iter().filter_map(|word| misspelt(word)));
        meta.rest = words.join(" ");
        meta
    }

    /// Whether lines to highlight are named; magic comments are code then.
    pub(super) fn has_ranges(&self) -> bool {
        !self.ranges.is_empty()
    }

    pub(super) fn highlights(&self, number: usize) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&number))
    }

    /// The ranges that end after the last line.
    pub(super) fn ranges_beyond(&self, n_lines: usize) -> impl Iterator<Item = Mistake> {
        self.ranges.iter().filter(move |(_, to)| *to > n_lines).map(move |(from, to)| {
            let written = if from == to { to.to_string() } else { format!("{from}-{to}") };
            let lines = if n_lines == 1 { "line" } else { "lines" };
            let message = format!("`{written}` is beyond the end: the code has {n_lines} {lines}");
            let help = "lines are counted from 1, whatever `showLineNumbers` says";
            Mistake::new(&written, message, help.to_owned())
        })
    }

    /// Reads `title="…"` at the start of the text and gives its length.
    fn title(&mut self, text: &str) -> Option<usize> {
        const NAME: &str = "title=";
        let value = text.strip_prefix(NAME)?;
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        if let Some((title, _)) = quote.and_then(|quote| value[1..].split_once(quote)) {
            self.title = Some(title.to_owned());
            return Some(NAME.len() + title.len() + 2);
        }
        let length = word_length(text);
        self.mistakes.push(if let Some(quote) = quote {
            Mistake::new(&text[..length], "this title is not closed", format!("end it with `{quote}`"))
        } else {
            let title = text[NAME.len()..length].trim_matches(['“', '”', '„', '‘', '’']);
            let help = format!("write `title=\"{title}\"`");
            Mistake::new(&text[..length], "this title has no quotes", help)
        });
        Some(length)
    }

    /// Reads `{1,4-6}` at the start of the text and gives its length. Braces that hold something else are left.
    fn ranges(&mut self, text: &str) -> Option<usize> {
        let inner = text.strip_prefix('{')?;
        let (inner, is_closed) = match inner.split_once('}') {
            Some((inner, _)) => (inner, true),
            None => (&inner[..word_length(inner)], false),
        };
        let is_meant = |c: char| c.is_alphanumeric() || " ,-.;:|_".contains(c);
        if !inner.contains(|c: char| c.is_ascii_digit()) || !inner.chars().all(is_meant) {
            return None;
        }
        for part in inner.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match range(part) {
                Ok(range) => self.ranges.push(range),
                Err(mistake) => self.mistakes.push(mistake),
            }
        }
        let length = 1 + inner.len() + usize::from(is_closed);
        if !is_closed {
            let message = "this list of lines is not closed";
            self.mistakes.push(Mistake::new(&text[..length], message, "end it with `}`".to_owned()));
        }
        Some(length)
    }

    /// Reads `showLineNumbers`, with or without the number of the first line.
    fn line_numbers(&mut self, word: &str) -> bool {
        let Some(value) = word.strip_prefix("showLineNumbers") else { return false };
        let Some(number) = value.strip_prefix('=') else {
            self.first_line_number = value.is_empty().then_some(1).or(self.first_line_number);
            return value.is_empty();
        };
        let number = number.trim_matches(['{', '}', '"']).parse();
        if number.is_err() {
            let help = "write `showLineNumbers`, or `showLineNumbers=5` to begin with 5";
            self.mistakes.push(Mistake::new(word, "this is no number of a line", help.to_owned()));
        }
        self.first_line_number = number.ok().or(Some(1));
        true
    }
}

/// Reads `3` or `4-6`.
fn range(part: &str) -> Result<(usize, usize), Mistake> {
    let (from, to) = part.split_once('-').unwrap_or((part, part));
    let (Ok(from), Ok(to)) = (from.trim().parse::<usize>(), to.trim().parse::<usize>()) else {
        let help = "lines are named by numbers and ranges: `{1,4-6}`";
        return Err(Mistake::new(part, format!("`{part}` names no line"), help.to_owned()));
    };
    if from == 0 {
        return Err(Mistake::new(part, "there is no line 0: lines are counted from 1", None));
    }
    if from > to {
        let help = format!("write `{to}-{from}`");
        return Err(Mistake::new(part, format!("the range `{part}` runs backwards"), help));
    }
    Ok((from, to))
}

/// A word that is nearly one of those that mean something.
fn misspelt(word: &str) -> Option<Mistake> {
    let (name, is_given) = word.split_once('=').map_or((word, false), |(name, _)| (name, true));
    let known = if is_given { &["title", "showLineNumbers"][..] } else { &["showLineNumbers"] };
    let near = nearest(name, known.iter().copied())?;
    Some(Mistake::new(name, format!("`{name}` means nothing here"), format!("did you mean `{near}`?")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_stands_beside_the_language() {
        for (text, title, ranges, number, rest) in [
            (r#"title="a b.js" {1,4-6} showLineNumbers"#, Some("a b.js"), &[(1, 1), (4, 6)][..], Some(1), ""),
            ("title='x' showLineNumbers=5", Some("x"), &[], Some(5), ""),
            ("npm2yarn operation=create {x}", None, &[], None, "npm2yarn operation=create {x}"),
            (r#"schema="A B" x"#, None, &[], None, r#"schema="A B" x"#),
            (r#"{ "a": 1 } live"#, None, &[], None, r#"{ "a": 1 } live"#),
        ] {
            let expected = Meta {
                title: title.map(str::to_owned),
                ranges: ranges.to_vec(),
                first_line_number: number,
                rest: rest.to_owned(),
                mistakes: Vec::new(),
            };
            assert_eq!(Meta::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn says_what_it_cannot_read() {
        for (text, expected) in [
            ("{1,x}", "x: `x` names no line (lines are named by numbers and ranges: `{1,4-6}`)"),
            ("{5-2}", "5-2: the range `5-2` runs backwards (write `2-5`)"),
            ("{0}", "0: there is no line 0: lines are counted from 1"),
            ("{1,3", "{1,3: this list of lines is not closed (end it with `}`)"),
            ("title=\"a {1}", "title=\"a: this title is not closed (end it with `\"`)"),
            ("title=a.js", "title=a.js: this title has no quotes (write `title=\"a.js\"`)"),
            ("title=“a.js”", "title=“a.js”: this title has no quotes (write `title=\"a.js\"`)"),
            ("titel=\"a\"", "titel: `titel` means nothing here (did you mean `title`?)"),
            (
                "showLineNumber",
                "showLineNumber: `showLineNumber` means nothing here (did you mean `showLineNumbers`?)",
            ),
            (
                "showLineNumbers=a",
                "showLineNumbers=a: this is no number of a line (write `showLineNumbers`, or `showLineNumbers=5` to begin with 5)",
            ),
        ] {
            let meta = Meta::parse(text);
            let found: Vec<_> = meta.mistakes.iter().map(described).collect();
            assert_eq!(found, [expected], "{text}");
        }
        let beyond: Vec<_> = Meta::parse("{1,3-5}").ranges_beyond(4).map(|mistake| mistake.message).collect();
        assert_eq!(beyond, ["`3-5` is beyond the end: the code has 4 lines"]);
    }

    fn described(mistake: &Mistake) -> String {
        let help = mistake.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{}: {}{help}", mistake.written, mistake.message)
    }
}

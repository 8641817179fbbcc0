//! Quotes in a CSV file that do not enclose a cell: readers of such files take them without a word.

use portico_diagnostics::{Code, Diagnostic, Span};

/// So many quotes of a file are told of.
const MAX_QUOTES: usize = 20;

/// A quote that does not do what quotes do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quote {
    /// Opens a cell that nothing closes; the offset is the quote's.
    Open(usize),
    /// Closes a cell that goes on behind it.
    Inner(usize),
}

/// What is wrong with the quotes of a file, and where.
pub(crate) fn quote_problems(text: &str) -> impl Iterator<Item = (Diagnostic, Span)> {
    quotes(text).into_iter().map(|quote| {
        let (at, message, help) = match quote {
            Quote::Open(at) => (
                at,
                "this quote is not closed where its cell ends, so that what follows belongs to the cell",
                "end the cell with a quote, or write `\"\"` for a quote within a cell in quotes",
            ),
            Quote::Inner(at) => (
                at,
                "the cell goes on behind the quote that closes it",
                "write `\"\"` for a quote within a cell in quotes",
            ),
        };
        (Diagnostic::new(Code::MarkdownTable, message).help(help), Span::new(at, at + 1))
    })
}

/// Finds them as RFC 4180 reads quotes: one at the start of a cell encloses it, two within stand for one.
fn quotes(text: &str) -> Vec<Quote> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut is_cell_start = true;
    let mut at = 0;
    while at < bytes.len() && found.len() < MAX_QUOTES {
        if !(is_cell_start && bytes[at] == b'"') {
            is_cell_start = matches!(bytes[at], b',' | b'\n' | b'\r');
            at += 1;
            continue;
        }
        let open = at;
        let Some(close) = closing_quote(bytes, open) else {
            found.push(Quote::Open(open));
            break;
        };
        at = close + 1;
        is_cell_start = false;
        // Space around a cell is left out.
        at += bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if matches!(bytes.get(at), None | Some(b',' | b'\n' | b'\r')) {
            continue;
        }
        // A cell of several lines that ends in the middle of one hardly was meant to be closed there.
        let spans_lines = bytes[open..close].contains(&b'\n');
        found.push(if spans_lines { Quote::Open(open) } else { Quote::Inner(close) });
        if spans_lines {
            // Read on at the next line, as it was meant.
            at = open + bytes[open..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
        }
    }
    found
}

/// The quote that closes the one at `open`.
fn closing_quote(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == b'"')?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_enclose_cells() {
        for (text, expected) in [
            ("a,b\n\"x, y\",2\n\"say \"\"so\"\"\",\"\"\n\"two\nlines\",3\r\n", vec![]),
            ("a,b\n5\" disk,2\n", vec![]),
            ("a,b\n\"x\" ,2\n", vec![]),
            ("", vec![]),
            ("\"", vec![Quote::Open(0)]),
            ("a,b\n\"x,2\ny,3\n", vec![Quote::Open(4)]),
            ("a,b\n\"x,2\n\"y\",3\n\"z\",4\n", vec![Quote::Open(4)]),
            ("a,b\n\"x\" and y,2\n\"z\",4\n", vec![Quote::Inner(6)]),
            ("a,b\n\"say \"so\"\",2\n", vec![Quote::Inner(9)]),
            ("a\n\"é\"\"", vec![Quote::Open(2)]),
        ] {
            assert_eq!(quotes(text), expected, "{text}");
        }
    }

    #[test]
    fn a_file_of_quotes_is_read_in_time() {
        assert_eq!(quotes(&"\"a\n".repeat(100_000)).len(), MAX_QUOTES);
    }
}

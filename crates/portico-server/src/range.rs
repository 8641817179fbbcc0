//! The `Range` header: one range of bytes, or the whole.

/// What a `Range` header asks of a representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Everything: the header is not one that we follow (another unit, several ranges, broken).
    Whole,
    /// The bytes from `start` up to and without `end`.
    Part { start: u64, end: u64 },
    /// Bytes that are not there.
    Nothing,
}

/// Reads a `Range` header for a representation of that many bytes.
pub(crate) fn parse_range(header: &str, length: u64) -> Wanted {
    let Some((unit, set)) = header.split_once('=') else { return Wanted::Whole };
    let Some((first, last)) = set.trim().split_once('-') else { return Wanted::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return Wanted::Whole;
    }
    match (number(first), number(last)) {
        (Some(start), _) if last.is_empty() => part(start, length),
        (Some(start), Some(last)) if start <= last => part(start, length.min(last.saturating_add(1))),
        (None, Some(suffix)) if first.is_empty() => match suffix {
            0 => Wanted::Nothing,
            _ => part(length.saturating_sub(suffix), length),
        },
        _ => Wanted::Whole,
    }
}

fn part(start: u64, end: u64) -> Wanted {
    if start < end { Wanted::Part { start, end } } else { Wanted::Nothing }
}

/// A number of digits alone; one too large to count is as good as the largest.
fn number(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let part = |start, end| Wanted::Part { start, end };
        let cases = [
            ("bytes=0-3", part(0, 4)),
            ("bytes=2-", part(2, 10)),
            ("bytes=-3", part(7, 10)),
            ("bytes=-99", part(0, 10)),
            ("bytes=9-9", part(9, 10)),
            ("bytes=5-99999999999999999999999", part(5, 10)),
            ("Bytes=0-0", part(0, 1)),
            ("bytes=10-", Wanted::Nothing),
            ("bytes=99-100", Wanted::Nothing),
            ("bytes=-0", Wanted::Nothing),
            ("bytes=99999999999999999999999-", Wanted::Nothing),
            ("bytes=5-2", Wanted::Whole),
            ("bytes=0-1,3-4", Wanted::Whole),
            ("bytes=+1-2", Wanted::Whole),
            ("bytes=a-b", Wanted::Whole),
            ("bytes=-", Wanted::Whole),
            ("bytes=", Wanted::Whole),
            ("lines=0-1", Wanted::Whole),
            ("0-1", Wanted::Whole),
        ];
        for (header, expected) in cases {
            assert_eq!(parse_range(header, 10), expected, "{header}");
        }
        assert_eq!(parse_range("bytes=0-", 0), Wanted::Nothing);
        assert_eq!(parse_range("bytes=-1", 0), Wanted::Nothing);
    }
}

//! Character references in attribute values and raw HTML: the few that people write by hand.

/// Decodes numeric references and the common named ones; others stay as written.
pub(crate) fn decode_entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        if let Some((character, end)) = end.and_then(|end| Some((decode(&rest[1..end])?, end))) {
            decoded.push(character);
            rest = &rest[end + 1..];
        } else {
            decoded.push('&');
            rest = &rest[1..];
        }
    }
    decoded.push_str(rest);
    decoded
}

/// Whether [`decode_entities`] leaves no reference undecoded.
pub(crate) fn decodes_fully(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        rest = &rest[at + 1..];
        let end = rest.bytes().take(32).position(|byte| !byte.is_ascii_alphanumeric() && byte != b'#');
        if let Some(end) = end
            && rest.as_bytes()[end] == b';'
            && end > 0
            && decode(&rest[..end]).is_none()
        {
            return false;
        }
    }
    true
}

fn decode(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return Some(char::from_u32(code).filter(|c| *c != '\0').unwrap_or('\u{fffd}'));
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "copy" => '©',
        "reg" => '®',
        "trade" => '™',
        "hellip" => '…',
        "ndash" => '–',
        "mdash" => '—',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "bull" => '•',
        "middot" => '·',
        "times" => '×',
        "rarr" => '→',
        "larr" => '←',
        "le" => '≤',
        "ge" => '≥',
        "euro" => '€',
        "lbrace" | "lcub" => '{',
        "rbrace" | "rcub" => '}',
        "shy" => '\u{ad}',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_what_people_write() {
        for (text, expected) in [
            ("a &amp; b", "a & b"),
            ("&#65;&#x42;", "AB"),
            ("&unknown; & &;", "&unknown; & &;"),
            ("R&D;x", "R&D;x"),
        ] {
            assert_eq!(decode_entities(text), expected);
        }
        assert!(!decodes_fully("&unknown;"));
        assert!(decodes_fully("a & b; &amp;"));
    }
}

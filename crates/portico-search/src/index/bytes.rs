//! Numbers as bytes.

use super::pages::Key;

/// Adds a number in groups of seven bits, the lowest first; all but the last have the highest bit set.
pub(super) fn put_varint(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(low_bits(number) | 0x80);
        number >>= 7;
    }
    bytes.push(low_bits(number));
}

#[expect(clippy::cast_possible_truncation, reason = "seven bits fit")]
fn low_bits(number: usize) -> u8 {
    (number & 0x7f) as u8
}

/// Reads a number that [`put_varint`] wrote, and moves the position past it.
pub(super) fn take_varint(bytes: &[u8], position: &mut usize) -> usize {
    let mut number = 0;
    let mut shift = 0;
    loop {
        let byte = bytes[*position];
        *position += 1;
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return number;
        }
        shift += 7;
    }
}

/// Reads parts of bytes from front to end; nothing past it.
pub(super) struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) fn varint(&mut self) -> Option<usize> {
        let end = self.rest.iter().take(usize::BITS as usize / 7).position(|byte| *byte < 0x80)?;
        let (number, rest) = self.rest.split_at(end + 1);
        self.rest = rest;
        Some(take_varint(number, &mut 0))
    }

    pub(super) fn key(&mut self) -> Option<Key> {
        let (key, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*key)
    }

    /// What stands after its length.
    pub(super) fn part(&mut self) -> Option<&'a [u8]> {
        let length = self.varint()?;
        let (part, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(part)
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.part()?).ok()
    }
}

/// Adds a number as four bytes, the lowest first.
pub(super) fn put_u32(bytes: &mut Vec<u8>, number: usize) {
    let number = u32::try_from(number).expect("parts of an index are far below 4 GiB");
    bytes.extend_from_slice(&number.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn numbers_survive(numbers in proptest::collection::vec(0usize..=u32::MAX as usize, 0..20)) {
            let mut bytes = Vec::new();
            for number in &numbers {
                put_varint(&mut bytes, *number);
            }
            let mut position = 0;
            let read: Vec<usize> = numbers.iter().map(|_| take_varint(&bytes, &mut position)).collect();
            assert_eq!(read, numbers);
            assert_eq!(position, bytes.len());
        }
    }
}

//! Numbers as bytes.

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

//! What tells one content from another.

use serde::{Deserialize, Serialize};

/// A hash of content: equal for equal content, and for practical purposes only then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Fingerprint([u8; 16]);

impl Fingerprint {
    /// The fingerprint of bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self::from_hash(&blake3::hash(bytes))
    }

    /// The fingerprint of several parts. Where one part ends and the next begins makes a difference.
    pub(crate) fn of_parts<T: AsRef<[u8]>>(parts: impl IntoIterator<Item = T>) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            let part = part.as_ref();
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        Self::from_hash(&hasher.finalize())
    }

    /// From its bytes.
    pub(crate) fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    pub(crate) fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    fn from_hash(hash: &blake3::Hash) -> Self {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.as_bytes()[..16]);
        Self(bytes)
    }
}

impl AsRef<[u8]> for Fingerprint {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Fingerprint;

    #[test]
    fn parts_are_told_apart() {
        assert_ne!(Fingerprint::of_parts(["ab", "c"]), Fingerprint::of_parts(["a", "bc"]));
        assert_eq!(Fingerprint::of_parts(["ab", "c"]), Fingerprint::of_parts(["ab", "c"]));
        assert_eq!(Fingerprint::of(b"").to_string().len(), 32);
    }
}

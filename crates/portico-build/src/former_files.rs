//! What a preview made before its latest edits.
//!
//! Sidebars, styles and modules are named after their content, and browsers keep what such a name once gave them. A
//! browser that has just read a page may ask for its sidebar when an edit has replaced it: it must get the one that it
//! asked for, not the newer one, which it would show again whenever an edit brings the older name back.

use std::collections::VecDeque;
use std::sync::Arc;

/// A file that is made with a site: path below the site's root, and bytes.
type MadeFile = (String, Vec<u8>);

/// How many files are kept. A browser asks for them within moments of an edit; an edit replaces a few.
const MOST: usize = 32;

/// The files that were replaced last, the latest at the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormerFiles(VecDeque<Arc<MadeFile>>);

impl FormerFiles {
    /// What is kept once `new` files stand where `old` ones stood.
    pub(crate) fn after(&self, old: &[MadeFile], new: &[MadeFile]) -> Self {
        let stands = |path: &str| new.iter().any(|(name, _)| name == path);
        let mut kept: VecDeque<_> = self.0.iter().filter(|file| !stands(&file.0)).cloned().collect();
        kept.extend(old.iter().filter(|(path, _)| !stands(path)).map(|file| Arc::new(file.clone())));
        kept.drain(..kept.len().saturating_sub(MOST));
        Self(kept)
    }

    /// The content of a file that was replaced.
    pub(crate) fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        self.0.iter().find(|file| file.0 == path).map(|file| file.1.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> MadeFile {
        (path.to_owned(), text.as_bytes().to_vec())
    }

    #[test]
    fn replaced_files_are_kept_until_many_more_were_replaced() {
        let (first, second) =
            ([file("a-1", "one"), file("same", "s")], [file("a-2", "two"), file("same", "s")]);
        let former = FormerFiles::default().after(&first, &second);
        assert_eq!(former.bytes("a-1").as_deref(), Some(b"one".as_slice()));
        assert_eq!(former.bytes("same"), None);

        let back = former.after(&second, &first);
        assert_eq!(back.bytes("a-1"), None, "it stands again");
        assert_eq!(back.bytes("a-2").as_deref(), Some(b"two".as_slice()));

        let mut later = back;
        for n in 0..MOST {
            later = later.after(&[file(&format!("b-{n}"), "")], &[]);
        }
        assert_eq!(later.bytes("a-2"), None);
        assert_eq!(later.0.len(), MOST);
    }
}

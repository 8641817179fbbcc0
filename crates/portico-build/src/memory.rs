//! How the system gives a build its memory.

/// From so many texts on, a site's memory is more of a concern than a fortieth of its time.
#[cfg(target_os = "linux")]
const MANY: usize = 3_000;

/// Has the system give this process memory in small pages only, from here on, if a site has many texts.
///
/// A build is quicker with large pages, but holds a tenth more memory: what is freed in parts of them stays held.
pub(crate) fn spare_for(n_texts: usize) {
    #[cfg(target_os = "linux")]
    if n_texts >= MANY {
        // Without it, more memory is held.
        let _ = rustix::thread::disable_transparent_huge_pages(true);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = n_texts;
}

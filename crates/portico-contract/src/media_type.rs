//! Media types by file name: what servers say of the published files, and what is written for foreign servers.

/// Endings of file names and the value of `Content-Type` for files with one of them.
pub const MEDIA_TYPES: [(&[&str], &str); 34] = [
    (&["html", "htm"], "text/html; charset=utf-8"),
    (&["md"], "text/markdown; charset=utf-8"),
    (&["css"], "text/css; charset=utf-8"),
    (&["js", "mjs"], "text/javascript; charset=utf-8"),
    (&["json", "map"], "application/json"),
    (&["webmanifest"], "application/manifest+json"),
    (&["xml"], "application/xml; charset=utf-8"),
    (&["rss"], "application/rss+xml; charset=utf-8"),
    (&["atom"], "application/atom+xml; charset=utf-8"),
    (&["yaml", "yml"], "application/yaml; charset=utf-8"),
    (&["toml"], "application/toml; charset=utf-8"),
    (&["txt"], "text/plain; charset=utf-8"),
    (&["csv"], "text/csv; charset=utf-8"),
    (&["jsonl", "ndjson"], "application/x-ndjson"),
    (&["vtt"], "text/vtt; charset=utf-8"),
    (&["ics"], "text/calendar; charset=utf-8"),
    (&["svg"], "image/svg+xml; charset=utf-8"),
    (&["png"], "image/png"),
    (&["jpg", "jpeg"], "image/jpeg"),
    (&["gif"], "image/gif"),
    (&["webp"], "image/webp"),
    (&["avif"], "image/avif"),
    (&["ico"], "image/x-icon"),
    (&["woff2"], "font/woff2"),
    (&["woff"], "font/woff"),
    (&["ttf"], "font/ttf"),
    (&["otf"], "font/otf"),
    (&["mp4"], "video/mp4"),
    (&["webm"], "video/webm"),
    (&["mp3"], "audio/mpeg"),
    (&["pdf"], "application/pdf"),
    (&["zip"], "application/zip"),
    (&["gz"], "application/gzip"),
    (&["wasm"], "application/wasm"),
];

/// The media type of files whose ending says nothing.
pub const UNKNOWN_MEDIA_TYPE: &str = "application/octet-stream";

/// Gives the value of `Content-Type` for a file of this name.
pub fn media_type(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    let known = MEDIA_TYPES.iter().find(|(endings, _)| endings.contains(&ending.as_str()));
    known.map_or(UNKNOWN_MEDIA_TYPE, |(_, media_type)| media_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_by_ending() {
        assert_eq!(media_type("a/b.html"), "text/html; charset=utf-8");
        assert_eq!(media_type("IMAGE.PNG"), "image/png");
        assert_eq!(media_type("a.b/LICENSE"), "application/octet-stream");
        assert_eq!(media_type("bundle.tar.gz"), "application/gzip");
    }
}

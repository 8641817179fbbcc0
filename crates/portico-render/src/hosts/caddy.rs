//! Rules for Caddy, for a site block.

use std::fmt::Write as _;

use portico_contract::{HOST_RULE_FILES, MANIFEST_FILE, MEDIA_TYPES, Manifest, UNKNOWN_MEDIA_TYPE};

use super::{Address, Rules, regex_escape};
use crate::outputs::TextFile;

/// `_Caddyfile`: what is answered, for a site block whose `root` is the published folder.
pub fn caddy_rules(manifest: &Manifest) -> TextFile {
    let rules = Rules::new(manifest);
    let base = &rules.base;
    let mut text = format!(
        "# Written by `portico build`. Import this file in a site block whose `root` is the published folder{}.\n\n",
        if base == "/" { String::new() } else { format!(", placed at {base} below it") },
    );
    let root = quoted(base);
    // The order within a route is the order of what is written here.
    text.push_str("route {\n");
    write!(
        text,
        "\t# /a/, /a.html and /a/index.html are /a.\n\
         \tmap {{path}} {{portico_key}} {{\n\t\t{root} {root}\n\t\t{} {root}\n\
         \t\t\"~^(/.*?[^/])(?:/|/index\\.html|\\.html)$\" \"${{1}}\"\n\t\tdefault {{path}}\n\t}}\n\
         \t# Other files go by their own names alone. Nothing is named /-/.\n\
         \tmap {{path}} {{portico_file}} {{\n\t\t\"~(?:/|\\.html)$\" /-/none\n\t\tdefault {{path}}\n\t}}\n\
         \tmap {{portico_key}} {{portico_page}} {{\n\t\t\"~/index$\" /-/none\n\t\tdefault {{portico_key}}\n\t}}\n\
         \tmap {{portico_key}} {{portico_twin}} {{\n\t\t{root} {}\n\t\tdefault {{portico_key}}.md\n\t}}\n\
         \t# Compressed siblings are not for readers; the file they belong to:\n\
         \tmap {{path}} {{portico_original}} {{\n\t\t\"~^(/.+)\\.(?:br|gz|zst)$\" \"${{1}}\"\n\
         \t\tdefault /-/none\n\t}}\n",
        quoted(&format!("{base}index.html")),
        quoted(&format!("{base}index.md")),
    )
    .expect("writing to a string");
    redirects(&mut text, &rules.exact);
    text.push_str(
        "\trequest_header -If-Modified-Since\n\theader -Last-Modified\n\theader -Server\n\theader {\n",
    );
    for (name, value) in &rules.headers {
        writeln!(text, "\t\t{name} {}", quoted(value)).expect("writing to a string");
    }
    text.push_str("\t\tCache-Control no-cache\n\t}\n");
    guards(&mut text, base);
    answers(&mut text, &rules);
    text.push_str("}\n");
    write!(
        text,
        "handle_errors {{\n\t@missing expression {{http.error.status_code}} in [403, 404]\n\
         \theader Cache-Control no-cache\n\theader -Etag\n\theader -Last-Modified\n\theader -Accept-Ranges\n\
         \trequest_header -Range\n\trequest_header -If-None-Match\n\trequest_header -If-Match\n\
         \thandle @missing {{\n\t\trewrite * {}\n\t\theader Content-Type \"text/html; charset=utf-8\"\n\
         \t\tfile_server {{\n\t\t\tprecompressed br zstd gzip\n\t\t\tstatus 404\n\t\t}}\n\t}}\n\
         \trespond \"{{http.error.status_text}}\" {{http.error.status_code}}\n}}\n",
        quoted(&format!("{base}404.html")),
    )
    .expect("writing to a string");
    TextFile { path: "_Caddyfile".into(), text }
}

/// What is refused whatever is there.
fn guards(text: &mut String, base: &str) {
    let private: Vec<String> = HOST_RULE_FILES.into_iter().chain([MANIFEST_FILE]).map(regex_escape).collect();
    let base = regex_escape(base);
    write!(
        text,
        "\t@options method OPTIONS\n\thandle @options {{\n\t\theader Allow \"GET, HEAD, OPTIONS\"\n\
         \t\trespond 204\n\t}}\n\
         \t@method not method GET HEAD\n\thandle @method {{\n\t\theader Allow \"GET, HEAD, OPTIONS\"\n\
         \t\trespond \"method not allowed\" 405\n\t}}\n\
         \t# Paths that nothing can be at, read as they were written: control characters, encoded slashes, dots.\n\
         \t@malformed expression `{{http.request.orig_uri}}.matches(r\"^[^?]*%([01][0-9A-Fa-f]|7[Ff])\")`\n\
         \trespond @malformed \"bad request\" 400\n\
         \t@unknown expression `{{http.request.orig_uri}}.matches(r\"^[^?]*(//|\\\\|%2[Ff]|%5[Cc]|/(\\.|%2[Ee])(\\.|%2[Ee])?([/?]|$))\")`\n\
         \terror @unknown 404\n\
         \t# Files that are not for readers.\n\
         \t@hidden {{\n\t\tpath_regexp /\\.\n\t\tnot path_regexp ^{base}\\.well-known(?:/[^.]|$)\n\t}}\n\
         \terror @hidden 404\n\
         \t@private path_regexp \"^{base}(?:404(?:/|\\.html|/index\\.html)?$|(?:{})(?:[./]|$))\"\n\
         \terror @private 404\n\
         \t@sibling file {{portico_original}}\n\terror @sibling 404\n",
        private.join("|"),
    )
    .expect("writing to a string");
}

/// What is sent, in the order in which it is looked for.
fn answers(text: &mut String, rules: &Rules) {
    let base = &rules.base;
    text.push_str(
        "\trespond /-/health \"ok\n\"\n\
         \t@redirect not vars {portico_redirect} none\n\
         \tredir @redirect {portico_redirect}{portico_query}{portico_hash} 301\n",
    );
    if base != "/" {
        writeln!(text, "\t@above path / {}\n\tredir @above {} 302", &base[..base.len() - 1], quoted(base))
            .expect("writing to a string");
    }
    for folder in &rules.immutable {
        writeln!(
            text,
            "\theader {} Cache-Control \"public, max-age=31536000, immutable\"",
            quoted(&format!("{folder}*"))
        )
        .expect("writing to a string");
    }
    text.push_str(
        "\t# The Markdown twin of a page, for those who ask for it before HTML.\n\
         \t@twin file {portico_twin}\n\theader @twin +Vary Accept\n\
         \t@markdown {\n\t\theader_regexp Accept \"(?i)^\\s*text/markdown\\s*(?:;\\s*q=[01.]*[1-9][0-9]*)?\\s*(?:,|$)\"\n\
         \t\tfile {portico_twin}\n\t}\n\
         \thandle @markdown {\n\t\theader Content-Location {http.matchers.file.relative}\n\
         \t\trewrite * {http.matchers.file.relative}\n\t}\n\
         \t@found file {portico_file} {portico_page}.html {portico_page}/index.html\n\
         \thandle @found {\n\t\trewrite * {http.matchers.file.relative}\n\t\tmap {http.matchers.file.relative} {portico_type} {\n",
    );
    for (endings, media_type) in MEDIA_TYPES {
        writeln!(text, "\t\t\t\"~(?i)\\.(?:{})$\" {}", endings.join("|"), quoted(media_type))
            .expect("writing to a string");
    }
    write!(
        text,
        "\t\t\tdefault {UNKNOWN_MEDIA_TYPE}\n\t\t}}\n\t\theader Content-Type {{portico_type}}\n\t\theader +Vary Accept-Encoding\n\
         \t\tfile_server {{\n\t\t\tprecompressed br zstd gzip\n\t\t\tdisable_canonical_uris\n\t\t}}\n\t}}\n"
    )
    .expect("writing to a string");
    for (number, (folder, to)) in rules.below.iter().enumerate() {
        let query = if to.keeps_query { "{portico_moved_query}" } else { "" };
        writeln!(
            text,
            "\t@moved{number} path_regexp \"^{}.\"\n\tredir @moved{number} {}{query}{} 301",
            regex_escape(folder),
            to.path,
            to.hash
        )
        .expect("writing to a string");
    }
    text.push_str("\terror 404\n");
}

/// Where exact paths lead, whether the query goes along, and the hash at the end.
fn redirects(text: &mut String, exact: &[(String, Address)]) {
    text.push_str("\tmap {portico_key} {portico_redirect} {portico_keeps} {portico_hash} {\n");
    for (from, to) in exact {
        let keeps = if to.keeps_query { "yes" } else { "no" };
        // Quoted, as a word that begins with `#` would be a comment.
        writeln!(text, "\t\t{} {} {keeps} {}", quoted(from), to.path, quoted(&to.hash))
            .expect("writing to a string");
    }
    text.push_str(
        "\t\tdefault none no \"\"\n\t}\n\
         \tmap {portico_keeps}?{query} {portico_query} {\n\t\t\"~^yes(\\?.+)$\" \"${1}\"\n\t\tdefault \"\"\n\t}\n\
         \tmap ?{query} {portico_moved_query} {\n\t\t\"~^(\\?.+)$\" \"${1}\"\n\t\tdefault \"\"\n\t}\n",
    );
}

/// A string in a Caddyfile, with what would be a placeholder escaped.
fn quoted(text: &str) -> String {
    let escaped = text.replace('"', "\\\"").replace('{', "\\{").replace('}', "\\}");
    format!("\"{escaped}\"")
}

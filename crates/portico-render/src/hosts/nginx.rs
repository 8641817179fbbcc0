//! Rules for nginx, in two files: what belongs into its `http` block, and what into a `server` block.

use std::fmt::Write as _;

use portico_contract::{HOST_RULE_FILES, MANIFEST_FILE, MEDIA_TYPES, Manifest, UNKNOWN_MEDIA_TYPE};

use super::{Address, Rules, regex_escape};
use crate::outputs::TextFile;

/// `_nginx-http.conf`: tables from a path to what it stands for, for the `http` block.
pub fn nginx_http_rules(manifest: &Manifest) -> TextFile {
    let rules = Rules::new(manifest);
    let base = &rules.base;
    let root = quoted(base);
    let mut text = format!(
        "# Written by `portico build`. Include this file in nginx's `http` block, and _nginx-server.conf in a `server`\n\
         # block whose `root` is the published folder{}.\n\n\
         # /a/, /a.html and /a/index.html are /a.\n\
         map $uri $portico_key {{\n  default $uri;\n  {root} {root};\n  {} {root};\n  \
         \"~^(?<portico_stem>/.*?[^/])(?:/|/index\\.html|\\.html)$\" $portico_stem;\n}}\n\
         # Where the page of that key lies. Nothing is named \"/-/\".\n\
         map $portico_key $portico_page {{\n  default $portico_key;\n  \"~/index$\" \"/-/none\";\n}}\n\
         # Other files go by their own names alone.\n\
         map $uri $portico_file {{\n  default $uri;\n  \"~(?:/|\\.html)$\" \"/-/none\";\n}}\n\
         # Compressed siblings are not for readers; the file they belong to:\n\
         map $uri $portico_original {{\n  default \"/-/none\";\n  \
         \"~^(?<portico_plain>/.+)\\.(?:br|gz|zst)$\" $portico_plain;\n}}\n\
         # The Markdown twin of a page, for those who ask for it before HTML.\n\
         map $http_accept $portico_wants {{\n  default \"\";\n  \
         \"~*^\\s*text/markdown\\s*(?:;\\s*q=[01.]*[1-9][0-9]*)?\\s*(?:,|$)\" \"markdown\";\n}}\n\
         map $portico_key $portico_twin {{\n  default \"$portico_key.md\";\n  {root} {};\n}}\n\
         map \"$portico_wants:$portico_twin\" $portico_markdown {{\n  default \"/-/none\";\n  \
         \"~^markdown:(?<portico_asked>.+)$\" $portico_asked;\n}}\n\
         geo $portico_dollar {{\n  default \"$\";\n}}\n\
         map $request_method $portico_allow {{\n  default \"GET, HEAD, OPTIONS\";\n  GET \"\";\n  HEAD \"\";\n}}\n",
        if base == "/" { String::new() } else { format!(", placed at {base} below it") },
        quoted(&format!("{base}index.html")),
        quoted(&format!("{base}index.md")),
    );
    let immutable: Vec<String> = rules.immutable.iter().map(|folder| regex_escape(folder)).collect();
    text.push_str("# Kept for ever only what is there and never changes.\n");
    text.push_str("map \"$status $uri\" $portico_cache {\n  default \"no-cache\";\n");
    for folder in immutable {
        writeln!(text, "  \"~^(?:200|206|304) {folder}\" \"public, max-age=31536000, immutable\";")
            .expect("writing to a string");
    }
    text.push_str("}\n");
    table(&mut text, "$portico_key $portico_redirect", &rules.exact, quoted);
    table(&mut text, "$uri $portico_moved", &rules.below, |path| format!("\"~^{}.\"", regex_escape(path)));
    TextFile { path: "_nginx-http.conf".into(), text }
}

/// `_nginx-server.conf`: what is answered, for a `server` block.
pub fn nginx_server_rules(manifest: &Manifest) -> TextFile {
    let rules = Rules::new(manifest);
    let base = &rules.base;
    let private: Vec<String> = HOST_RULE_FILES.into_iter().chain([MANIFEST_FILE]).map(regex_escape).collect();
    let mut text = format!(
        "# Written by `portico build`. Include this file in a `server` block; see _nginx-http.conf.\n\n\
         absolute_redirect off;\nmerge_slashes off;\n\
         if_modified_since off;\nmax_ranges 1;\nserver_tokens off;\n\
         gzip_static on;\ngzip_vary on;\ngzip_proxied any;\n\
         default_type {UNKNOWN_MEDIA_TYPE};\ntypes {{\n"
    );
    for (endings, media_type) in MEDIA_TYPES {
        writeln!(text, "  {} {};", quoted(media_type), endings.join(" ")).expect("writing to a string");
    }
    text.push_str("}\n\n");
    for (name, value) in &rules.headers {
        writeln!(text, "add_header {name} {} always;", quoted(value).replace('$', "${portico_dollar}"))
            .expect("writing to a string");
    }
    text.push_str(
        "add_header Cache-Control $portico_cache always;\nadd_header Allow $portico_allow always;\n\
         add_header Content-Location $portico_content_location always;\nadd_header Vary $portico_vary always;\nadd_header Last-Modified \"\";\n\n",
    );
    write!(
        text,
        "error_page 403 =404 @portico_not_found;\nerror_page 404 @portico_not_found;\n\n\
         set $portico_content_location \"\";\nset $portico_vary \"\";\n\
         if ($request_method = OPTIONS) {{\n  return 204;\n}}\n\
         if ($request_method !~ \"^(?:GET|HEAD)$\") {{\n  return 405 \"method not allowed\\n\";\n}}\n\
         # Paths that nothing can be at, read as they were written: control characters, encoded slashes, dots.\n\
         if ($request_uri ~ \"^[^?]*%(?:[01][0-9A-Fa-f]|7[Ff])\") {{\n  return 400 \"bad request\\n\";\n}}\n\
         if ($request_uri ~ \"^[^?]*(?://|\\\\\\\\|%2[Ff]|%5[Cc])\") {{\n  return 404;\n}}\n\
         if ($request_uri ~* \"^[^?]*/(?:\\.|%2e){{1,2}}(?:[/?]|$)\") {{\n  return 404;\n}}\n\
         # Files that are not for readers.\n\
         if ($uri ~ \"/\\.(?!well-known(?:/|$))\") {{\n  return 404;\n}}\n\
         if ($uri ~ \"^{}(?:{})(?:[./]|$)\") {{\n  return 404;\n}}\n\
         if ($portico_key = {}) {{\n  return 404;\n}}\n\
         if (-f \"$document_root$portico_original\") {{\n  return 404;\n}}\n\
         if ($portico_redirect) {{\n  return 301 $portico_redirect;\n}}\n\
         if (-f \"$document_root$portico_twin\") {{\n  set $portico_vary \"Accept\";\n}}\n\
         if (-f \"$document_root$portico_markdown\") {{\n  set $portico_content_location $portico_markdown;\n  \
         rewrite ^ $portico_markdown last;\n}}\n\n",
        regex_escape(base),
        private.join("|"),
        quoted(&format!("{base}404")),
    )
    .expect("writing to a string");
    let index = quoted(&format!("{base}index.html"));
    write!(
        text,
        "location = /-/health {{\n  default_type \"text/plain; charset=utf-8\";\n  return 200 \"ok\\n\";\n}}\n\
         location = {root} {{\n  try_files {index} =404;\n}}\nlocation = {index} {{\n  try_files {index} =404;\n}}\n\
         location / {{\n  try_files $portico_file $portico_page.html $portico_page/index.html @portico_missing;\n}}\n\
         location @portico_missing {{\n  if ($portico_moved) {{\n    return 301 $portico_moved;\n  }}\n  \
         return 404;\n}}\n\
         location @portico_not_found {{\n  etag off;\n  max_ranges 0;\n  try_files {} =404;\n}}\n",
        quoted(&format!("{base}404.html")),
        root = quoted(base),
    )
    .expect("writing to a string");
    if base != "/" {
        let plain = quoted(&base[..base.len() - 1]);
        let root = quoted(base);
        write!(
            text,
            "location = / {{\n  return 302 {root};\n}}\nlocation = {plain} {{\n  return 302 {root};\n}}\n"
        )
        .expect("writing to a string");
    }
    TextFile { path: "_nginx-server.conf".into(), text }
}

fn table(
    text: &mut String,
    variables: &str,
    redirects: &[(String, Address)],
    pattern: impl Fn(&str) -> String,
) {
    writeln!(text, "map {variables} {{\n  default \"\";").expect("writing to a string");
    for (from, to) in redirects {
        let query = if to.keeps_query { "$is_args$args" } else { "" };
        writeln!(text, "  {} \"{}{query}{}\";", pattern(from), to.path, to.hash)
            .expect("writing to a string");
    }
    text.push_str("}\n");
}

/// A string in nginx's configuration. A dollar sign has no escape there, but a variable that holds one.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

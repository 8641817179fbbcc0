//! Writes an HTML page with all fixtures, in light and in dark: `cargo run --example gallery > gallery.html`.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "an example reads fixtures and prints a page"
)]

use std::fmt::Write as _;
use std::path::Path;

use portico_diagram::{Options, render};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let css = |name: &str| {
        std::fs::read_to_string(root.join("../../web/src/styles").join(name)).expect("a style sheet")
    };
    let width = std::env::args().nth(1).unwrap_or_else(|| "700".to_owned());
    let wanted = std::env::args().nth(2).unwrap_or_default();
    let mut figures = String::new();
    let mut names: Vec<_> =
        std::fs::read_dir(root.join("fixtures")).expect("fixtures").flatten().map(|it| it.path()).collect();
    names.sort();
    for path in names.iter().filter(|it| it.to_string_lossy().contains(&wanted)) {
        let name = path.file_stem().expect("a fixture has a name").to_string_lossy().into_owned();
        let source = std::fs::read_to_string(path).expect("a fixture is text");
        let drawing = match render(&source, &Options { id_prefix: name.clone(), title: None }) {
            Ok(diagram) => diagram.svg,
            Err(error) => format!("<pre>{error} {}</pre>", error.help.clone().unwrap_or_default()),
        };
        let _ = writeln!(
            figures,
            "<h2>{name}</h2><figure class=\"diagram\"><div class=\"diagram-scroll\" role=\"region\" \
             tabindex=\"0\">{drawing}</div></figure>"
        );
    }
    let font = root.join("../../web/src/assets/fonts/public-sans.woff2");
    println!(
        "<!doctype html><meta charset=\"utf-8\"><title>Diagrams</title><style>{}{}{}\
         @font-face {{ font-family: \"Public Sans\"; src: url(\"file://{}\"); font-weight: 100 900 }}\
         body {{ margin: 0; display: flex; font-family: var(--font-sans) }}\
         div.side {{ width: {width}px; padding: 24px; background: var(--color-surface); color: var(--color-text) }}\
         h2 {{ font-size: 13px }} figure {{ margin: 0 }}</style>\
         <div class=\"side\">{figures}</div><div class=\"side\" data-theme=\"dark\">{}</div>",
        css("layers.css"),
        css("tokens.css").replace(":root", ":root, [data-theme]"),
        css("diagram.css"),
        font.display(),
        figures.replace("id=\"", "id=\"dark-")
    );
}

//! What paragraphs begin with that other engines make blocks of: `MkDocs`, `VitePress` and Sphinx.

use portico_diagnostics::{Code, Diagnostic};

use crate::admonitions::admonition_kind;

/// Paragraphs that other engines put the headings of the page in place of.
const TABLES_OF_CONTENTS: [&str; 4] = ["[TOC]", "[[TOC]]", "[[toc]]", "[[_TOC_]]"];

/// What is wrong with the beginning of a paragraph, and its length.
pub(crate) fn foreign_beginning(written: &str) -> Option<(usize, Diagnostic)> {
    let line = written.lines().next()?.trim_end();
    let (length, help) = if let Some(mark) = folding_mark(line) {
        (mark.len(), "write `<Details summary=\"…\">` and `</Details>` around the content".to_owned())
    } else if ["=== \"", "=== '"].iter().any(|mark| written.starts_with(mark)) {
        (3, "write `<Tabs>`, with a `<TabItem label=\"…\">` for each tab".to_owned())
    } else if written.starts_with("--8<--") {
        (6, "import the file, `import Part from './_part.mdx'`, and write `<Part />`".to_owned())
    } else if written.starts_with("<<< ") {
        let help = "import the file, `import code from '!!raw-loader!./app.js'`, and write \
                    `<CodeBlock language=\"js\">{code}</CodeBlock>`";
        (3, help.to_owned())
    } else if TABLES_OF_CONTENTS.contains(&written.trim_end()) {
        (
            line.len(),
            "write `<TOCInline />`, or remove it: pages show their headings beside the text".to_owned(),
        )
    } else {
        let name = written.strip_prefix(".. ")?.split_once("::")?.0;
        admonition_kind(name)?;
        (name.len() + 5, format!("write `:::{name}` on a line of its own, and `:::` after the content"))
    };
    let message = format!("`{}` means nothing here, and is shown as text", &written[..length]);
    Some((length, Diagnostic::new(Code::MarkdownForeignSyntax, message).help(help)))
}

/// `???` or `???+` with the type of a block behind it, and perhaps its title.
fn folding_mark(line: &str) -> Option<&'static str> {
    let (mark, rest) = ["???+", "???"]
        .into_iter()
        .find_map(|mark| Some((mark, line.strip_prefix(mark)?.strip_prefix(' ')?)))?;
    let title = rest.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == ' ');
    let has_type = rest.starts_with(|c: char| c.is_ascii_lowercase());
    (has_type && (title.starts_with('"') || (title.is_empty() && !rest.contains(' ')))).then_some(mark)
}

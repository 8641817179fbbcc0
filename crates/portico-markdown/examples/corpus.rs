//! Parses every Markdown file below a folder and says how much processor time it took and what was found.
//!
//! `cargo run --release -p portico-markdown --example corpus -- FOLDER [--no-code] [--show CODE]`
//! `--no-code` empties code blocks first, so that the time is that of parsing alone.

#![expect(clippy::disallowed_methods, reason = "an example reads files")]
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use portico_diagnostics::{SourceFile, render_human};
use portico_markdown::{Components, Files, ParseInput, parse};

struct Folder(PathBuf);

impl Files for Folder {
    fn file(&self, path: &str) -> Option<SourceFile> {
        let text = std::fs::read_to_string(self.0.join(path)).ok()?;
        Some(SourceFile::new(path, text))
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = PathBuf::from(arguments.first().expect("a folder"));
    let has_code = !arguments.iter().any(|argument| argument == "--no-code");
    let shown =
        arguments.iter().position(|argument| argument == "--show").map(|at| arguments[at + 1].clone());
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    let files = Folder(root.clone());
    let components = Components::built_in();
    let variables = BTreeMap::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut n_bytes, mut total, mut worst) = (0, 0.0, (0.0, String::new()));
    let mut n_clean = 0;
    for path in &paths {
        let name = path.strip_prefix(&root).expect("below the folder").to_string_lossy().into_owned();
        let Ok(mut text) = std::fs::read_to_string(path) else { continue };
        if !has_code {
            text = without_code(&text);
        }
        n_bytes += text.len();
        let source = SourceFile::new(name.as_str(), text);
        let input = ParseInput {
            source: &source,
            id: "page",
            variables: &variables,
            files: &files,
            components: &components,
            has_math: false,
        };
        let start = cpu_ms();
        let (_, diagnostics) = parse(&input);
        let time = cpu_ms() - start;
        total += time;
        if time > worst.0 {
            worst = (time, format!("{name}, {} bytes", source.text().len()));
        }
        n_clean += usize::from(diagnostics.is_empty());
        for diagnostic in diagnostics {
            *counts.entry(diagnostic.code.to_string()).or_default() += 1;
            if shown.as_deref().is_some_and(|code| code == "all" || code == diagnostic.code.id()) {
                println!("{}", render_human(&diagnostic, false));
            }
        }
    }
    let n = paths.len();
    println!("{n} pages, {n_clean} without a diagnostic, {} KB", n_bytes / 1024);
    #[allow(clippy::cast_precision_loss, reason = "a figure for people")]
    let (per_page, per_8k) = (total / n as f64, total / n_bytes as f64 * 8192.0);
    println!(
        "{total:.0} ms, {per_page:.3} ms per page, {per_8k:.3} ms per 8 KB; worst {:.2} ms: {}",
        worst.0, worst.1
    );
    for (code, count) in counts {
        println!("{count:6} {code}");
    }
}

/// Processor time of this thread so far, where the system tells it.
fn cpu_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) / 1e6
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|ending| ending == "md" || ending == "mdx")
            && !entry.file_name().to_string_lossy().starts_with('_')
        {
            paths.push(path);
        }
    }
}

/// The text with the lines inside fences left out.
fn without_code(text: &str) -> String {
    let mut is_code = false;
    let kept = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        is_fence || !is_code
    });
    kept.collect::<Vec<_>>().join("\n")
}

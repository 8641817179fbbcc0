//! Colours for code. The only place that knows the highlighting library.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use portico_diagnostics::nearest_within;
use portico_document::{CodeLine, CodePiece, TokenStyle};
use rustc_hash::FxHashMap;
use syntaxmate::{
    Catalog, FontModifiers, HighlightStatus, Highlighter, HighlighterOptions, ScopeStackId, Scopes, Style,
    Theme, TokenizerOptions, themes,
};

/// Larger blocks are shown without colours.
const MAX_BLOCK_BYTES: usize = 128 * 1024;

/// Longer lines would take too long.
const MAX_LINE_BYTES: usize = 4 * 1024;

/// Lines of a language that each thread knows again: blocks of a site have many in common.
const LINES_KEPT: usize = 4096;

/// Styles that each thread knows again; grammars have fewer.
const STYLES_KEPT: usize = 4096;

/// A block's lines in coloured pieces.
pub(crate) struct Highlighted {
    pub(crate) lines: Vec<CodeLine>,
    /// Whether there is such a language.
    pub(crate) is_known: bool,
    /// Why the colours are missing or not to be trusted.
    pub(crate) problem: Option<&'static str>,
}

/// Highlights lines of code. A language that nobody knows gives plain lines and is no problem.
#[inline(never)] // `cargo xtask counts` finds it by its name.
pub(crate) fn highlight(language: &str, lines: &[&str]) -> Highlighted {
    let plain = |problem| Highlighted {
        lines: lines.iter().map(|line| CodeLine::plain(*line)).collect(),
        is_known: true,
        problem,
    };
    let Some(engine) = engine() else { return plain(None) };
    let name = grammar_name(language);
    let Some(language) = engine.catalog.canonical_language(name) else {
        return Highlighted { is_known: name.is_empty(), ..plain(None) };
    };
    if lines.iter().any(|line| line.len() > MAX_LINE_BYTES) {
        return plain(Some("has a line that is too long to be highlighted"));
    }
    let text = lines.join("\n");
    if text.len() > MAX_BLOCK_BYTES {
        return plain(Some("is too long to be highlighted"));
    }
    // The library is young: a panic in it must not take the page down.
    let Ok(Ok(document)) = catch_unwind(AssertUnwindSafe(|| engine.highlighter.tokenize(language, &text)))
    else {
        return plain(Some("cannot be highlighted"));
    };
    let mut styles: FxHashMap<ScopeStackId, TokenStyle> = FxHashMap::default();
    let mut coloured = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let tokens = document.lines().get(index).map_or(&[][..], |line| line.tokens());
        let mut pieces: Vec<CodePiece> = Vec::with_capacity(tokens.len());
        let mut end = 0;
        for token in tokens {
            let range = token.range();
            let Some(text) = line.get(range.clone()).filter(|_| range.start == end) else { break };
            let resolve = || engine.style(token.scopes());
            let style = match token.scope_stack() {
                Some(stack) => *styles.entry(stack).or_insert_with(resolve),
                None => resolve(),
            };
            end = range.end;
            push(&mut pieces, text, end, style);
        }
        // The rest of the line has the default style anyway.
        pieces.pop_if(|last| last.style == TokenStyle::default());
        pieces.shrink_to_fit();
        coloured.push(CodeLine { mark: None, text: (*line).to_owned(), pieces });
    }
    let is_degraded = document.status() == HighlightStatus::Degraded;
    Highlighted {
        lines: coloured,
        is_known: true,
        problem: is_degraded.then_some("could not be highlighted to its end"),
    }
}

/// Adds a piece that ends there; white space takes the style before it, so that there are fewer pieces.
fn push(pieces: &mut Vec<CodePiece>, text: &str, end: usize, style: TokenStyle) {
    if text.is_empty() {
        return;
    }
    let end = u32::try_from(end).expect("lines that are highlighted are short");
    match pieces.last_mut() {
        Some(last) if last.style == style || text.trim().is_empty() => last.end = end,
        _ => pieces.push(CodePiece { end, style }),
    }
}

struct Engine {
    catalog: Catalog,
    highlighter: Highlighter,
    light: Theme,
    dark: Theme,
    light_default: Option<u32>,
    dark_default: Option<u32>,
}

/// Grammars and themes, shared by all threads; the library keeps a few tokenizers per language for reuse.
fn engine() -> Option<&'static Engine> {
    static ENGINE: OnceLock<Option<Engine>> = OnceLock::new();
    ENGINE
        .get_or_init(|| {
            let catalog = Catalog::bundled();
            let options = HighlighterOptions {
                prepared_languages: 64,
                idle_tokenizers_per_language: 8,
                tokenizer: TokenizerOptions { line_cache_entries: LINES_KEPT, ..TokenizerOptions::default() },
            };
            let highlighter = Highlighter::with_catalog_options(&catalog, options);
            let light = Theme::bundled(themes::GITHUB_LIGHT).ok()?;
            let dark = Theme::bundled(themes::GITHUB_DARK).ok()?;
            let light_default = colour(light.default_style());
            let dark_default = colour(dark.default_style());
            Some(Engine { catalog, highlighter, light, dark, light_default, dark_default })
        })
        .as_ref()
}

impl Engine {
    /// The style of a stack of scopes. Both themes weigh all their rules for it, so that it is kept by the scopes' names.
    fn style(&self, scopes: Scopes<'_>) -> TokenStyle {
        thread_local! {
            static STYLES: RefCell<FxHashMap<String, TokenStyle>> = RefCell::default();
        }
        let mut names = String::with_capacity(256);
        for name in scopes.clone() {
            names.push_str(name);
            names.push('\n');
        }
        STYLES.with_borrow_mut(|styles| {
            if let Some(style) = styles.get(&names) {
                return *style;
            }
            if styles.len() == STYLES_KEPT {
                styles.clear();
            }
            let style = self.resolve(scopes);
            styles.insert(names, style);
            style
        })
    }

    fn resolve(&self, scopes: Scopes<'_>) -> TokenStyle {
        let light = self.light.resolve(scopes.clone());
        let dark = self.dark.resolve(scopes);
        TokenStyle {
            light: colour(light).filter(|c| Some(*c) != self.light_default).and_then(readable_light),
            dark: colour(dark).filter(|c| Some(*c) != self.dark_default).and_then(readable_dark),
            is_italic: light.modifiers.contains(FontModifiers::ITALIC),
            is_bold: light.modifiers.contains(FontModifiers::BOLD),
        }
    }
}

fn colour(style: Style) -> Option<u32> {
    style.foreground.map(|c| u32::from(c.red) << 16 | u32::from(c.green) << 8 | u32::from(c.blue))
}

/// The theme's colours are made for white; on our code background some need to be darker.
fn readable_light(colour: u32) -> Option<u32> {
    match colour {
        0x6e_7781 => Some(0x59_636e),
        0xf6_f8fa | 0xea_eef2 => None,
        other => Some(other),
    }
}

fn readable_dark(colour: u32) -> Option<u32> {
    (colour != 0x16_1b22).then_some(colour)
}

/// Languages that pages often name. A misspelt name is compared with these, and not with the hundreds of others, to one
/// of which many a word is near.
const COMMON: &[&str] = &[
    "bash",
    "console",
    "csharp",
    "dart",
    "diff",
    "docker",
    "dockerfile",
    "dotenv",
    "elixir",
    "golang",
    "gradle",
    "graphql",
    "groovy",
    "handlebars",
    "haskell",
    "html",
    "http",
    "java",
    "javascript",
    "json",
    "json5",
    "jsonc",
    "kotlin",
    "makefile",
    "markdown",
    "nginx",
    "objective-c",
    "perl",
    "plaintext",
    "powershell",
    "properties",
    "protobuf",
    "python",
    "ruby",
    "rust",
    "scala",
    "scss",
    "shell",
    "shellsession",
    "swift",
    "terraform",
    "text",
    "toml",
    "typescript",
    "yaml",
];

/// The language that an unknown name is probably meant to be; `others` are those of the site.
pub(crate) fn near_language<'a>(
    language: &str,
    others: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let limit = if language.len() < 8 { 1 } else { 2 };
    let near = nearest_within(limit, language, COMMON.iter().copied().chain(["mermaid"]).chain(others))?;
    // In a short name one letter makes another name: `xaml` is not `yaml`, but `jsno` is `json`.
    (language.len() > 4 || has_same_letters(language, near)).then_some(near)
}

fn has_same_letters(a: &str, b: &str) -> bool {
    let sorted = |text: &str| {
        let mut bytes = text.as_bytes().to_vec();
        bytes.sort_unstable();
        bytes
    };
    sorted(a) == sorted(b)
}

/// The library's name for a language, where people use another.
fn grammar_name(language: &str) -> &str {
    match language {
        "sh" | "shell" | "zsh" | "curl" => "bash",
        "console" | "terminal" | "shell-session" | "sh-session" => "shellsession",
        "gradle" => "groovy",
        "c#" | "cs" => "csharp",
        "c++" => "cpp",
        "node" | "nodejs" | "mjs" | "cjs" => "javascript",
        "text" | "txt" | "plain" | "plaintext" => "",
        "cfg" | "conf" | "properties" | "env" | "dotenv" | "editorconfig" => "ini",
        "docker" => "dockerfile",
        "golang" => "go",
        "gql" => "graphql",
        "markup" | "xhtml" => "html",
        "svg" | "plist" | "rss" | "atom" | "mathml" | "ssml" => "xml",
        "geojson" | "webmanifest" => "json",
        "objc" | "objectivec" | "obj-c" => "objective-c",
        "jinja2" | "django" => "jinja",
        "mustache" => "handlebars",
        "apacheconf" => "apache",
        "vbnet" | "visual-basic" => "vb",
        "nasm" => "asm",
        "emacs" => "emacs-lisp",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_languages_are_near_those_that_pages_name() {
        for name in COMMON {
            let is_known = highlight(name, &["x"]).is_known;
            assert!(is_known, "`{name}` is no language");
        }
        for name in ["objectivec", "markup", "jinja2", "apacheconf", "vbnet", "nasm", "emacs", "mustache"] {
            let is_known = highlight(name, &["x"]).is_known;
            assert!(is_known, "`{name}` is no language");
        }
        for (written, expected) in [
            ("pyhton", Some("python")),
            ("javscript", Some("javascript")),
            ("jsno", Some("json")),
            ("mermiad", Some("mermaid")),
            ("playre", Some("player")),
            ("xaml", None),
            ("scilab", None),
            ("pycon", None),
        ] {
            assert_eq!(near_language(written, ["player"]), expected, "{written}");
        }
    }

    /// Background that code is shown on, with the theme's default text colour.
    const LIGHT: (u32, u32) = (0xf6_f8fa, 0x1f_2328);
    const DARK: (u32, u32) = (0x16_1b22, 0xe6_edf3);

    fn luminance(colour: u32) -> f64 {
        let channel = |shift: u32| {
            let value = f64::from((colour >> shift) & 0xff) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    }

    fn contrast(a: u32, b: u32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    const SAMPLES: &[(&str, &str)] = &[
        ("bash", "curl -X POST \"$URL\" # send\n  -d '{\"a\": 1}' | jq ."),
        ("shell", "export A=1"),
        ("sh", "for f in *.md; do echo $f; done"),
        ("console", "$ ls -l\ntotal 3"),
        ("http", "POST /v2/payments HTTP/1.1\nContent-Type: application/json\n\n{\"a\": 1}"),
        ("json", "{\"a\": [1, true, null, \"x\"]}"),
        ("jsonc", "{\"a\": 1 /* c */}"),
        ("js", "const a = await f(`x${1}`); // c\nclass A extends B {}"),
        ("jsx", "<A b={1}>x</A>"),
        ("ts", "const a: string = 'x' as const;"),
        ("tsx", "const A = () => <B c=\"d\" />;"),
        ("python", "def f(a: int) -> str:\n    return f\"{a}\"  # c"),
        ("ruby", "def f(a) = puts \"#{a}\""),
        ("php", "<?php echo $a->b(\"x\");"),
        ("java", "public class A { int b = 1; /** c */ }"),
        ("kotlin", "fun f(a: Int): String = \"$a\""),
        ("swift", "let a: Int = 1 // c"),
        ("go", "func main() { fmt.Println(\"x\") }"),
        ("rust", "fn main() { println!(\"{}\", 1); }"),
        ("c", "#include <a.h>\nint main(void) { return 0; }"),
        ("cpp", "std::vector<int> a{1};"),
        ("csharp", "public record A(int B);"),
        ("html", "<a href=\"x\">y</a><!-- c -->"),
        ("xml", "<?xml version=\"1.0\"?><a b=\"c\"/>"),
        ("css", "a:hover { color: red; }"),
        ("yaml", "a: 1\nb:\n  - c # d"),
        ("toml", "[a]\nb = \"c\""),
        ("sql", "SELECT a FROM b WHERE c = 'd'; -- e"),
        ("graphql", "query A { b(c: 1) { d } }"),
        ("groovy", "def a = 1"),
        ("gradle", "implementation 'a:b:1'"),
        ("ini", "[a]\nb = c ; d"),
        ("diff", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y"),
        ("dockerfile", "FROM a\nRUN b # c"),
        ("nginx", "server { listen 80; }"),
        ("apex", "public class A { Integer b = 1; }"),
    ];

    #[test]
    fn knows_the_languages_of_api_documentation() {
        for (language, code) in SAMPLES {
            let lines: Vec<_> = code.lines().collect();
            let found = highlight(language, &lines);
            let texts: Vec<String> =
                found.lines.iter().map(|line| line.styled().map(|(text, _)| text).collect()).collect();
            assert_eq!(texts, lines, "{language}");
            assert_eq!(found.problem, None, "{language}");
            let has_colour =
                found.lines.iter().flat_map(|line| &line.pieces).any(|piece| piece.style.light.is_some());
            assert!(has_colour, "{language} has no colours");
        }
    }

    #[test]
    fn every_colour_can_be_read() {
        let mut styles: Vec<TokenStyle> = SAMPLES
            .iter()
            .flat_map(|(language, code)| highlight(language, &code.lines().collect::<Vec<_>>()).lines)
            .flat_map(|line| line.pieces)
            .map(|piece| piece.style)
            .collect();
        styles.sort_unstable();
        styles.dedup();
        assert!(styles.len() > 5, "{styles:?}");
        for style in styles {
            let light = contrast(style.light.unwrap_or(LIGHT.1), LIGHT.0);
            let dark = contrast(style.dark.unwrap_or(DARK.1), DARK.0);
            assert!(
                light >= 4.5 && dark >= 4.5,
                "{style:x?}: {light:.2} in light mode, {dark:.2} in dark mode"
            );
        }
    }

    #[test]
    fn shows_the_rest_plainly() {
        let unknown = highlight("no-such-language", &["a b"]);
        assert_eq!(unknown.lines, [CodeLine::plain("a b")]);
        assert_eq!(unknown.problem, None);
        let long = "x ".repeat(MAX_LINE_BYTES);
        let found = highlight("js", &[&long]);
        assert_eq!(found.lines, [CodeLine::plain(long)]);
        assert!(found.problem.is_some());
    }
}

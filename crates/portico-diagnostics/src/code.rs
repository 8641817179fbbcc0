//! The catalogue of diagnostic codes: one flat table, read by the explanation pages and by the tests.

use std::fmt;

use crate::Severity;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $severity:ident $id:literal, $explanation:literal;)+) => {
        /// A stable name for one kind of diagnostic, written `area/kebab-case`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[doc = $doc])+ $name,)+ }

        impl Code {
            /// Every code, in the order of the catalogue.
            pub const ALL: &'static [Code] = &[$(Code::$name,)+];

            /// The code as people see it: `link/broken`.
            pub fn id(self) -> &'static str {
                match self { $(Code::$name => $id,)+ }
            }

            /// The severity it has unless a site's settings say otherwise.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)+ }
            }

            /// What the code means, in one line.
            pub fn summary(self) -> &'static str {
                match self { $(Code::$name => concat!($($doc),+).trim_ascii(),)+ }
            }

            /// Why it is reported and how to mend it, in Markdown.
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$name => $explanation,)+ }
            }
        }
    };
}

codes! {
    /// The configuration file is missing or is not valid TOML.
    ConfigSyntax = Error "config/syntax",
        "Every site folder holds a `portal.toml`. It must be a valid TOML file.";
    /// The configuration has a key that Portico does not know.
    ConfigUnknownKey = Error "config/unknown-key",
        "Unknown keys are refused so that a misspelt setting is not silently ignored. Values of your own belong in the `[custom]` table.";
    /// A setting has a value that it cannot have.
    ConfigInvalidValue = Error "config/invalid-value",
        "The message names the setting and what it may be.";
    /// A setting that every site needs is missing.
    ConfigMissingKey = Error "config/missing-key",
        "Add the key that the message names to `portal.toml`.";
    /// A navbar or footer item cannot be rendered.
    ConfigNavbarItem = Error "config/navbar-item",
        "Each navbar item needs a label and exactly one thing to lead to: a route, an outside address or a sidebar that has a page.";
    /// The configuration holds a key that must stay secret.
    ConfigSecret = Error "config/secret",
        "What `portal.toml` holds can end up in the published site, where anybody can read it. The admin key of a search cluster is only needed by `portico search push`, which takes it from the environment (`TYPESENSE_ADMIN_KEY`). Replace a key that was written down.";
    /// The file is not valid UTF-8 text.
    SourceEncoding = Error "source/encoding",
        "Content, configuration and data are read as UTF-8. Convert the file.";
    /// The front matter is not valid YAML.
    FrontMatterSyntax = Error "front-matter/syntax",
        "Front matter is a YAML mapping between two lines of `---` at the very start of the file.";
    /// A front matter key has a value of the wrong kind.
    FrontMatterInvalidValue = Error "front-matter/invalid-value",
        "The message names the key and what it may be. Unknown keys pass through untouched.";
    /// A front matter key is nearly one that means something.
    FrontMatterUnknownKey = Warning "front-matter/unknown-key",
        "Keys of your own are allowed, and read as `frontMatter.key`. One that is nearly a known key is probably misspelt; give it another name if it is not.";
    /// The Markdown could not be parsed.
    MarkdownSyntax = Error "markdown/syntax",
        "In `.mdx` files a stray `{` or `<` is code: escape it with a backslash, or rename the file to `.md`, where it is text.";
    /// Content is nested too deeply or a file is too large.
    MarkdownLimit = Error "markdown/limit",
        "Limits protect the build from input that would take unreasonable time or memory. Split the page.";
    /// An admonition has a type or an attribute that Portico does not know.
    MarkdownUnknownAdmonition = Warning "markdown/unknown-admonition",
        "Known types are note, tip, info, warning and danger, and the older caution, secondary, important and success. The content is rendered as plain text. Of attributes in braces there is only `title`. A quote becomes an admonition by `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]` alone on its first line.";
    /// A table cannot be read as one, or has cells that are not shown.
    MarkdownTable = Warning "markdown/table",
        "A table is a header row, a line of as many `---` cells, and rows: `| a | b |`, `| --- | --- |`, `| 1 | 2 |`, each on a line of its own. What stands in a row behind the last column is left out. Write `\\|` for the character itself, also in code.";
    /// A container (`:::`), a code block or an element is not closed, or a closing line has no opening.
    MarkdownUnclosedContainer = Warning "markdown/unclosed-container",
        "Close each `:::type` with a line of as many colons, each code block with as many backticks as it begins with, and each element such as `<details>` with its end tag. What is not closed goes on to the end of the page.";
    /// A component is not registered.
    MarkdownUnknownComponent = Warning "markdown/unknown-component",
        "The page shows the component's name and what stands in it. Check the spelling, put a template into `components/`, or give it another name of a known component in `[components]` of `portal.toml`.";
    /// The module of a component does not exist.
    ComponentMissing = Error "component/missing",
        "`module` in `[components.Name]` is a path relative to the site folder, below `components/`.";
    /// The module of a component imports something that it cannot have.
    ComponentImport = Error "component/import",
        "Modules of the site can import `react` and `react/jsx-runtime`; everything else must be part of the module. A bundler puts it in, with these two left outside.";
    /// The module of a component has no component as its default export.
    ComponentExport = Error "component/export",
        "Write `export default function Name(props) { … }`.";
    /// The module of a component throws when it is loaded or rendered.
    ComponentFailed = Error "component/failed",
        "Components are rendered at build, where there is no browser: `window`, `document`, timers and the network are there for effects and handlers only. Code that does not come to an end is stopped.";
    /// A component has a property that it does not take, or one with a wrong value.
    MarkdownInvalidProperty = Error "markdown/invalid-property",
        "The message names the property and what it may be.";
    /// A variable such as `{{provider.name}}` is not defined.
    MarkdownUnknownVariable = Error "markdown/unknown-variable",
        "Variables come from `portal.toml`: `provider.*` and `custom.*`. Write `\\{{` for the braces themselves.";
    /// An imported partial, constant or data file does not exist or cannot be used.
    MarkdownImport = Error "markdown/import",
        "Partials (`_name.mdx`), JSON and literal constants can be imported; the path is relative to the page, or starts at the site folder with `@site/`.";
    /// A JavaScript expression cannot be evaluated at build.
    MarkdownExpression = Warning "markdown/expression",
        "Only literals, imported constants and `props` are evaluated. The expression is shown as code.";
    /// The highlighter could not finish a code block.
    MarkdownHighlight = Warning "markdown/highlight",
        "The block is shown without colours. Very long lines are the usual cause.";
    /// What stands beside the language of a code block cannot be read.
    MarkdownCodeMeta = Warning "markdown/code-meta",
        "After the language a fence may say `title=\"app.js\"`, the lines to highlight (`{1,4-6}`, counted from 1) and `showLineNumbers`. What cannot be read has no effect; other words are left to components.";
    /// A code block has a language that is nearly a known one.
    MarkdownCodeLanguage = Warning "markdown/code-language",
        "The code is shown without colours. Languages are named as elsewhere: `js`, `python`, `sh`, `json`. A name that is not near any known one is taken as it is.";
    /// A magic comment in code has no effect.
    MarkdownMagicComment = Warning "markdown/magic-comment",
        "`highlight-start` goes with `highlight-end`, and `highlight-next-line` stands before the line that it is for, each in a comment alone on its line. Where the fence names lines (`{1,4-6}`), the comments are shown as code.";
    /// A diagram cannot be drawn.
    MarkdownDiagram = Warning "markdown/diagram",
        "Sequence, state, flowchart and pie diagrams in Mermaid's notation are drawn at build. The source text is shown instead.";
    /// What stands in `{#…}` after a heading is no id.
    MarkdownHeadingId = Warning "markdown/heading-id",
        "An id is one word, as it stands after `#` in links: `## Install {#install}`. Readers see the braces as text.";
    /// A line looks like a heading and is none.
    MarkdownHeading = Warning "markdown/heading",
        "A heading is one to six `#`, a space and the text: `## Install`.";
    /// Text looks like a link and is none.
    MarkdownLink = Warning "markdown/link",
        "A link is `[text](address)` without a space between the two and without spaces in the address. What is not is shown as text. Write `\\[` if that is meant.";
    /// Text is written as another engine would read it.
    MarkdownForeignSyntax = Warning "markdown/foreign-syntax",
        "Tags such as `{% hint %}` of Liquid and GitBook and `{{< note >}}` of Hugo, and the blocks of Python's Markdown, mean nothing here: readers see them as text. The help names what has the same meaning. Where text is meant, write it as code, or `\\{` for a brace.";
    /// A footnote is referred to but not there, or there but not referred to.
    MarkdownFootnote = Warning "markdown/footnote",
        "`[^name]` in the text refers to `[^name]: …` in the same file. A reference without its footnote is shown as text; a footnote that nothing refers to is not shown.";
    /// A partial and the page that includes it disagree on a property.
    MarkdownPartialProperty = Warning "markdown/partial-property",
        "A partial sees what stands in its tag as `props`: `<Note name=\"x\" />` gives it `props.name`. What is not given shows nothing; write `{props.name ?? \"\"}` if it may be missing.";
    /// A formula cannot be read.
    MarkdownMath = Warning "markdown/math",
        "Formulas are written in LaTeX: the commands of its mathematics and of `amsmath`, without packages and definitions of your own. The source is shown instead. Write `\\$` for a dollar sign, or `math: false` in the front matter of a page that has no formulas.";
    /// Two headings or elements of a page have the same explicit id.
    MarkdownDuplicateId = Warning "markdown/duplicate-id",
        "Links to the id reach the first one only. Give one of them another id.";
    /// Two pages have the same route.
    RouteDuplicate = Error "route/duplicate",
        "Give one of the pages another `slug`, or move its file.";
    /// Two pages have the same id.
    RouteDuplicateId = Error "route/duplicate-id",
        "Sidebars and front matter name pages by id, so each page has its own. Give one of them another `id`.";
    /// A route has characters that a path cannot have.
    RouteInvalid = Error "route/invalid",
        "Set a `slug` made of letters, digits, `-`, `_`, `.` and `/`.";
    /// A sidebar is not valid TOML or has an item of no known kind.
    SidebarSyntax = Error "sidebar/syntax",
        "An item is a page id, a link, a category with items, or an autogenerated folder.";
    /// A sidebar names a page that does not exist.
    SidebarUnknownPage = Error "sidebar/unknown-page",
        "Pages are named by their id: the path of the file below `content/`, without its ending.";
    /// A category has neither pages nor a link.
    SidebarEmptyCategory = Error "sidebar/empty-category",
        "Give the category an item or a link, or remove it.";
    /// Front matter or a navbar item names a sidebar that does not exist.
    SidebarUnknown = Error "sidebar/unknown",
        "Sidebars are the top-level tables of `sidebars.toml`.";
    /// A link leads to a page that does not exist.
    LinkBroken = Error "link/broken",
        "Every link inside the site must reach a page, a static file or a redirect.";
    /// A link leads to an anchor that the page does not have.
    LinkBrokenAnchor = Error "link/broken-anchor",
        "Every element with an id counts, also in raw HTML. Check the heading's id on the target page.";
    /// An image or asset does not exist.
    LinkMissingAsset = Error "link/missing-asset",
        "Image and asset paths are relative to the page, or start at the `static/` folder with `/`.";
    /// A link leads to a place outside the site where nothing is.
    LinkOutsideBroken = Error "link/outside-broken",
        "Reported by `portico check --external`: the server there says that the page does not exist or is gone. Answers are kept for a while; `--external-cache` names the file.";
    /// A link leads to a place outside the site that cannot be reached.
    LinkOutsideUnreachable = Warning "link/outside-unreachable",
        "Reported by `portico check --external`: there is no such host, it does not answer in time, or it answers with an error of its own.";
    /// A link leads to a page outside the site that has moved for good.
    LinkOutsideMoved = Warning "link/outside-moved",
        "Reported by `portico check --external`: the server there names a new address and says that it is permanent. Readers get there faster by that one.";
    /// The redirects file is not valid.
    RedirectSyntax = Error "redirect/syntax",
        "A redirect has `from` (one path or a list) and `to`.";
    /// A redirect leads to a page that does not exist.
    RedirectMissingTarget = Error "redirect/missing-target",
        "`to` must be a route of the site, or an outside address.";
    /// A redirect would hide a page.
    RedirectOverPage = Error "redirect/over-page",
        "A page exists at the old route, so the redirect can never be reached. Remove one of them.";
    /// Two redirects have the same old route.
    RedirectDuplicate = Error "redirect/duplicate",
        "The first one would win by accident. Remove one.";
    /// Redirects lead back to themselves.
    RedirectLoop = Error "redirect/loop",
        "Lead the old route straight to a page.";
    /// A redirect leads to another redirect.
    RedirectChain = Warning "redirect/chain",
        "Readers would be sent twice. Lead the old route straight to the final one.";
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn ids_are_unique_and_well_formed() {
        let mut ids: Vec<_> = Code::ALL.iter().map(|code| code.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Code::ALL.len());
        for id in ids {
            let (area, name) = id.split_once('/').expect("a code has an area");
            assert!(
                [area, name].iter().all(|part| part.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')),
                "{id}"
            );
        }
    }
}

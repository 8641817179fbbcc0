//! What authors write who come from other engines, and references whose label nothing defines.

mod common;

use common::{check, check_mdx, dump_with, parse_file};

const HINT: &str = concat!(
    "markdown/foreign-syntax @ \"{% hint style=\\\"warning\\\" %}\": `hint` is a tag of another engine, shown as text ",
    "(write `:::warning` on a line of its own, and `:::` after the content)",
);

#[test]
fn tags_of_liquid_and_hugo() {
    check("é\n{% hint style=\"warning\" %}\nx\n{% endhint %}\n", &[HINT]);
    check_mdx("é\n\n{% hint style=\"warning\" %}\nx\n{% endhint %}\n", &[HINT]);
    check(
        "- a {{< ref \"b.md\" >}} b\n",
        &[concat!(
            "markdown/foreign-syntax @ \"{{< ref \\\"b.md\\\" >}}\": `ref` is a tag of another engine, shown as text ",
            "(write a link: `[text](address)`)",
        )],
    );
    for text in [
        "`{% hint %}` \\{% hint %} {% 1 %} {%}\n",
        "```\n{% hint %}\n```\n",
        "    {{< ref >}}\n",
        "<pre>{% hint %}</pre>\n",
        "a {{<\n",
    ] {
        check(text, &[]);
    }
}

#[test]
fn code_that_is_no_javascript_is_told_once() {
    check_mdx(
        "a {b c} d\n",
        &[concat!(
            "markdown/syntax @ \"c\": not valid MDX: could not parse expression with oxc: Expected `,` or `)` but found ",
            "`Identifier` (write `\\{` or `\\<` for the character itself, or rename the file to `.md`)",
        )],
    );
}

#[test]
fn braces_of_formulas_are_no_expressions() {
    check_mdx("---\nmath: true\n---\n\nA $\\frac{a b}{c}$.\n\n$$\nx^{a b}\n$$\n", &[]);
}

#[test]
fn attribute_lists() {
    let said = |list: &str| {
        format!(
            "markdown/foreign-syntax @ {list:?}: this list of attributes means nothing here, and is shown as text \
             (remove it; if text is meant, write it as code)"
        )
    };
    check("a\n{: .lead }\n", &[&said("{: .lead }")]);
    check("[a](https://a.example){ .button } b\n", &[&said("{ .button }")]);
    for text in ["a {:ok, b}\n", "f(x){ .a }\n", "`f(x)`{ .a }\n", "[a](https://a.example){b}\n"] {
        check(text, &[]);
    }
}

#[test]
fn blocks_of_other_engines() {
    let said = |text: &str, help: &str| {
        format!(
            "markdown/foreign-syntax @ {text:?}: `{text}` means nothing here, and is shown as text ({help})"
        )
    };
    let details = "write `<Details summary=\"…\">` and `</Details>` around the content";
    check("???+ note \"A\"\n    b\n", &[&said("???+", details)]);
    check(
        "=== \"A\"\n\n    b\n",
        &[&said("===", "write `<Tabs>`, with a `<TabItem label=\"…\">` for each tab")],
    );
    check(
        ".. note::\n   a\n",
        &[&said(".. note::", "write `:::note` on a line of its own, and `:::` after the content")],
    );
    check(
        "[[toc]]\n",
        &[&said("[[toc]]", "write `<TOCInline />`, or remove it: pages show their headings beside the text")],
    );
    check(
        "!!! example \"A\"\n    b\n",
        &[concat!(
            "markdown/unknown-admonition @ \"!!! example\": `!!! example` begins no admonition ",
            "(write `:::note` on a line of its own, and `:::` after the content)",
        )],
    );
    for text in [
        "??? what is it\n",
        "== a\n",
        "-- a\n",
        "a [TOC] b\n",
        "[TOC]: /a\n\n[TOC]\n",
        "... note:: a\n",
        "!!! wow\n",
    ] {
        check(text, &[]);
    }
}

#[test]
fn components_of_other_engines() {
    check(
        "<Tab title=\"a\">b</Tab>\n",
        &[
            "markdown/unknown-component @ \"Tab\": no component `Tab` (write `<TabItem label=\"…\">`, in `<Tabs>`)",
        ],
    );
    check(
        ":::details A\nb\n:::\n",
        &[concat!(
            "markdown/unknown-admonition @ \"details\": no admonition type `details` ",
            "(write `<Details summary=\"…\">` and `</Details>` around the content)",
        )],
    );
}

#[test]
fn attributes_of_admonitions() {
    check(
        ":::note{.wide #first titel=\"A\"}\nb\n:::\n",
        &[
            "markdown/unknown-admonition @ \".wide\": an admonition takes no `class` (remove it: only `title` has a meaning here)",
            "markdown/unknown-admonition @ \"#first\": an admonition takes no `id` (remove it: only `title` has a meaning here)",
            "markdown/unknown-admonition @ \"titel=\\\"A\\\"\": an admonition takes no `titel` (did you mean `title`?)",
        ],
    );
    check(":::note {title=Short}\nb\n:::\n", &[]);
    assert!(dump_with("content/page.md", ":::note {title=Short}\nb\n:::\n", &[]).contains("Short"));
}

#[test]
fn references_without_a_definition() {
    let said = |place: &str, label: &str, help: &str| {
        format!(
            "markdown/link @ {place:?}: nothing is defined as `{label}`, so that this is shown as text ({help})"
        )
    };
    check(
        "See [the *é* guide][install].\n",
        &[&said(
            "[the *é* guide][install]",
            "install",
            "add a line `[install]: …` to this file, or write `[the *é* guide](…)`",
        )],
    );
    check(
        "[Guide][instal]\n\n[install]: /\n",
        &[&said("[Guide][instal]", "instal", "did you mean `[install]`?")],
    );
    check(
        "![Logo][logo]\n",
        &[&said("![Logo][logo]", "logo", "add a line `[logo]: …` to this file, or write `![Logo](…)`")],
    );
    check(
        "[the guide][]\n",
        &[&said(
            "[the guide][]",
            "the guide",
            "add a line `[the guide]: …` to this file, or write `[the guide](…)`",
        )],
    );
    for text in [
        "a[0][1] matrix[i][j] [rows][columns] [x][y] [i] [1][2]\n",
        "[string, number][] and int[][] `[a b][c]`\n",
        "- [ ] [x][y]\n- [x] [done][z]\n",
        "\\[a b][c] [a b]\\[c] [a b] [c]\n",
        "[a b][c][d] [a b][c]=1 [[a b][c]]\n",
        "[^1][^2] [a b][^c]\n\n[^1]: x\n[^2]: y\n[^c]: z\n",
        "[a guide][A  Guide] [Guide]\n\n[a guide]: /\n",
        "```\n[the guide][install]\n```\n",
    ] {
        check(text, &[]);
    }
}

#[test]
fn images_for_both_modes() {
    check(
        "<ThemedImage sources={{light: '/a.png', drak: '/b.png', x: '/c.png'}} />\n",
        &[
            "markdown/invalid-property @ \"drak\": `sources` takes no image `drak` (did you mean `dark`?)",
            "markdown/invalid-property @ \"x\": `sources` takes no image `x` (the images are `light` and `dark`)",
        ],
    );
    check(
        "<ThemedImage sources={{light: '/a.png'}} />\n",
        &[concat!(
            "markdown/invalid-property @ \"{light: '/a.png'}\": `sources` has no image `dark`: nothing is shown in dark mode ",
            "(write `dark: '/img/…'`)",
        )],
    );
    check("<ThemedImage sources={{light: '/a.png', dark: '/b.png'}} alt=\"a\" />\n", &[]);
}

#[test]
fn levels_of_a_table_of_contents() {
    check(
        "<TOCInline minHeadingLevel={9} />\n",
        &["markdown/invalid-property @ \"9\": `minHeadingLevel` is `9`, not a heading level from 1 to 6"],
    );
    check(
        "<TOCInline minHeadingLevel=\"4\" />\n",
        &[concat!(
            "markdown/invalid-property @ \"<TOCInline minHeadingLevel=\\\"4\\\" />\": ",
            "the lowest level of this table of contents is 4 and the highest 3 ",
            "(give `minHeadingLevel` and `maxHeadingLevel` so that the first is not above the second)",
        )],
    );
    check("<TOCInline minHeadingLevel={2} maxHeadingLevel=\"4\" />\n", &[]);
}

#[test]
fn quotes_of_data() {
    let files = &[("data/t.csv", "\u{feff}a,b\n\"x,2\ny,3\n")];
    let (_, found) = parse_file("content/p.md", "<DataTable src=\"/data/t.csv\" />\n", files);
    assert_eq!(found.len(), 1, "{found:?}");
    let place = found[0].place.as_ref().map(|place| (place.file.path(), place.span.start));
    assert_eq!(place, Some(("data/t.csv", 7)));
    assert_eq!(found[0].labels[0].place.file.path(), "content/p.md");
}

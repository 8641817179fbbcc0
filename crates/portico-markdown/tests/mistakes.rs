//! What authors write by mistake: what is said of it, and where.

mod common;

use common::{check, check_mdx};

#[test]
fn alerts() {
    check(
        "> [!NOTES]\n> a\n",
        &["markdown/unknown-admonition @ \"NOTES\": no alert type `NOTES` (did you mean `NOTE`?)"],
    );
    check(
        "- > é [x]\n\n  >  [!Info]\n  > a\n",
        &[concat!(
            "markdown/unknown-admonition @ \"Info\": no alert type `INFO` (the types of alerts are NOTE, TIP, ",
            "IMPORTANT, WARNING and CAUTION; `:::` containers know more)",
        )],
    );
    check(
        "> [!TIP] Title\n> a\n",
        &[concat!(
            "markdown/unknown-admonition @ \"TIP\": `[!TIP]` makes no alert with text beside it ",
            "(put the text on the next line, after `> `)",
        )],
    );
    for text in
        ["> \\[!NOTES]\n", "> [!x] y\n", "> a [!NOTES]\n", "[!NOTES]\n", "> [!1]\n", "> [!NOTES](/a)\n"]
    {
        check(text, &[]);
    }
}

#[test]
fn tables() {
    let is_shown = "so that the table is shown as text";
    check(
        "| a | b |\n|---|\n| 1 | 2 |\n",
        &[&format!(
            "markdown/table @ \"|---|\": the header above has 2 cells and this line 1, {is_shown} (write `| --- | --- |`)"
        )],
    );
    check(
        "- > é | b\n  > :-- | :-: | --:\n",
        &[&format!(
            "markdown/table @ \":-- | :-: | --:\": the header above has 2 cells and this line 3, {is_shown} (write `| --- | --- |`)"
        )],
    );
    check(
        "| a |\n\n|---|\n| 1 |\n",
        &[concat!(
            "markdown/table @ \"|---|\": this table has no header row, so that it is shown as text ",
            "(write the names of the columns on the line before, with no empty line between)",
        )],
    );
    check(
        "| a | b |\n|---|---|\n| é | `x|y` |\n| 1 | 2 | |\n| 1 |\n| 1 | \\| |\n",
        &[concat!(
            "markdown/table @ \"y`\": this row has 3 cells and the table 2: the rest is not shown ",
            "(write `\\|` for the character itself, or add a column to the header and the line below it)",
        )],
    );
    for text in
        ["a | b\n", "a | b\n- c\n", "```\n| a | b |\n|---|\n```\n", "a --- b | c\n", "a|b\n-|-\nc|d\n"]
    {
        check(text, &[]);
    }
}

#[test]
fn code_blocks() {
    check(
        "```Pyhton title=\"a\"\nx\n```\n",
        &["markdown/code-language @ \"Pyhton\": no language `Pyhton` (did you mean `python`?)"],
    );
    check(
        "```js {1}\na\n/* highlight-start */\nb\n/* highlight-end */\n```\n",
        &[concat!(
            "markdown/magic-comment @ \"highlight-start\": the fence names lines to highlight, so that this comment is ",
            "shown as code (remove the comment, or the lines in braces beside the language)",
        )],
    );
    for text in ["```brainmelt\nx\n```\n", "```\nx\n```\n", "```Plain\nx\n```\n", "```txt\nx\n```\n"] {
        check(text, &[]);
    }
}

#[test]
fn elements_without_an_end() {
    check(
        "a\n\n<details>\n<summary>b</summary>\n\nc\n",
        &[concat!(
            "markdown/unclosed-container @ \"<details>\": `<details>` is not closed here ",
            "(add `</details>` at the same level, or write `\\<details>` if text is meant)",
        )],
    );
    check(
        "a\n\n</div>\n",
        &[concat!(
            "markdown/unclosed-container @ \"</div>\": `</div>` closes nothing that is open here ",
            "(remove it, or put `<div>` before it at the same level)",
        )],
    );
    check(
        "- <b>a\n- b</b>\n",
        &[concat!(
            "markdown/unclosed-container @ \"<b>\": `<b>` is not closed here ",
            "(move one of them, so that both stand at the same level)",
        )],
    );
    check(
        "<pre>\na\n\nb\n",
        &[concat!(
            "markdown/unclosed-container @ \"<pre>\": `<pre>` is not closed here ",
            "(add `</pre>` at the same level, or write `\\<pre>` if text is meant)",
        )],
    );
    for text in [
        "<p>\na\n",
        "<img src=\"/a\"></img>\n",
        "<iframe class=\"a\"src=\"b\"></iframe>\n",
        "<table>\n<tr><td>a\n</table>\n",
        "<DIV>\n\na\n\n</DIV>\n",
        "<svg>\n<g>\n\n</g>\n</svg>\n",
        "a </br> b\n",
    ] {
        check(text, &[]);
    }
}

#[test]
fn one_message_for_a_misspelt_component() {
    let unknown =
        "markdown/unknown-component @ \"Detalis\": no component `Detalis` (did you mean `Details`?)";
    let stray = concat!(
        "markdown/syntax @ \"</Detalis>\": `</Detalis>` closes nothing that is open here ",
        "(did you mean `</Details>`?)",
    );
    for text in ["<Detalis>\n\na\n\n</Detalis>\n", "<Detalis>\n\na\n\n</Details>\n"] {
        check(text, &[unknown]);
        check_mdx(text, &[unknown]);
    }
    check("<Details>\n\na\n\n</Detalis>\n", &[stray]);
    check_mdx("<Details>\n\na\n\n</Detalis>\n", &[stray]);
    check_mdx(
        "<Detalis>\n\na\n",
        &[concat!(
            "markdown/syntax @ \"<Detalis>\": `<Detalis>` is no component that is known here, and is not closed ",
            "(did you mean `<Details>`? Add `</Details>` at the same level)",
        )],
    );
    check_mdx(
        "a <Token> b\n",
        &[concat!(
            "markdown/syntax @ \"<Token>\": `<Token>` is no component that is known here, and is not closed ",
            "(if text is meant, write `\\<Token>`)",
        )],
    );
}

#[test]
fn text_that_looks_like_something() {
    check(
        "é [a](./b c.md) [d] (/e) [f](/g\n",
        &[
            "markdown/link @ \"[a](./b c.md)\": an address has no spaces, so that this is no link (write `%20` for each space: `./b%20c.md`)",
            "markdown/link @ \"[d] (/e)\": a space stands between the text and the address, so that this is no link (write `[d](/e)`)",
            "markdown/link @ \"[f](/g\": this link is not closed, so that it is shown as text (end the address with `)`)",
        ],
    );
    check(
        "##Install\n",
        &[
            "markdown/heading @ \"##\": `##` begins no heading without a space after it (write `## `, or `\\##` if text is meant)",
        ],
    );
    check(
        "!!! note\n",
        &[
            "markdown/unknown-admonition @ \"!!! note\": `!!! note` begins no admonition (write `:::note` on a line of its own, and `:::` after the content)",
        ],
    );
    for text in [
        "\\[a](./b c.md)\n",
        "a[0] (/b) c](/d e)\n",
        "[a] (see /b)\n",
        "f[0](x y)\n",
        "`[a](./b c.md)`\n",
        "#123 and #tag\n",
        "\\##Install\n",
        "::std\n",
        "!!! wow\n",
        "- [ ] (/a)\n",
        "<!-- [a] (/b) -->\n",
    ] {
        check(text, &[]);
    }
}

#[test]
fn tags_that_cannot_be_read() {
    check_mdx(
        "é <Badge kind=\"new>a</Badge> b\n",
        &[concat!(
            "markdown/syntax @ \"<Badge kind=\\\"new>a\": `<Badge` cannot be read as a tag ",
            "(put each value in quotes, close them, and end the tag with `>`)",
        )],
    );
    check_mdx(
        "<Badge kind=new>a</Badge>\n",
        &[concat!(
            "markdown/syntax @ \"<\": not valid MDX: this tag has a property that JSX cannot read ",
            "(give each property a value in quotes or braces: `name=\"value\"`, `name={1}`)",
        )],
    );
    check_mdx(
        "<Card title=\"a\" href=\"/\" title=\"b\" />\n",
        &[
            "markdown/invalid-property @ \"title=\\\"b\\\"\": the property `title` is given twice (remove one of the two: the last one counts)",
        ],
    );
    check_mdx(
        "import Item from '@theme/TabItm';\n\n<Tabs><Item value=\"a\">b</Item></Tabs>\n",
        &[
            "markdown/unknown-component @ \"@theme/TabItm\": no component `TabItm` (did you mean `@theme/TabItem`?)",
        ],
    );
    check_mdx(
        "<Tabs>\n</Tabs>\n",
        &["markdown/invalid-property @ \"<Tabs>\": these `Tabs` have no `TabItem`"],
    );
}

#[test]
fn items_of_tabs() {
    check(
        "<Tabs>\n<TabItem value=\"a\">b</TabItem>\n<TabItem>c</TabItem>\n</Tabs>\n",
        &["markdown/invalid-property @ \"<TabItem>c</TabItem>\": `TabItem` needs the property `value`"],
    );
    check(
        "<Tabs><TabItem value=\"a\">b</TabItem></Tabs>\n\n- <TabItem value=\"é\">c</TabItem>\n",
        &[concat!(
            "markdown/invalid-property @ \"<TabItem value=\\\"é\\\">c</TabItem>\": this `TabItem` stands in no `Tabs` ",
            "(put `<Tabs>` and `</Tabs>` around the items that belong together)",
        )],
    );
}

#[test]
fn rows_of_data() {
    let files = &[("data/t.csv", "\u{feff}a,b\n1,2\n\"é,\n\",4,5\n6\n")];
    let (_, found) = common::parse_file("content/p.md", "<DataTable src=\"/data/t.csv\" />\n", files);
    assert_eq!(found.len(), 1);
    let place = found[0].place.as_ref().map(|place| (place.file.path(), place.file.slice(place.span)));
    assert_eq!(place, Some(("data/t.csv", "\"é,")));
    assert_eq!(found[0].message, "this row has 3 cells and the header 2: the rest is not shown");
}

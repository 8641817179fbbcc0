//! What authors write and what becomes of it.

mod common;

use common::{dump_with, parse_text};
use portico_document::{Node, NodeKind};

#[track_caller]
fn check(text: &str, expected: &str) {
    check_in("content/page.md", text, &[], expected);
}

#[track_caller]
fn check_mdx(text: &str, expected: &str) {
    check_in("content/page.mdx", text, &[], expected);
}

#[track_caller]
fn check_in(path: &str, text: &str, files: &[(&str, &str)], expected: &str) {
    let found = dump_with(path, text, files);
    assert_eq!(found.trim_end(), expected.trim_end(), "\n--- source\n{text}\n--- found\n{found}");
}

#[test]
fn commonmark_and_github() {
    check("a *b* **c** ~~d~~ `e`\n", "p: a ·*b*· ·**c**· ·~d~· ·`e`");
    check(
        "[a](/b \"t\") ![c](d.png) <https://e.example> www.f.example\n",
        concat!(
            "p: [a](/b \"t\")· ·![c](d.png)· ·[https://e.example](https://e.example)· ·",
            "[www.f.example](http://www.f.example)",
        ),
    );
    check("[a][b] [b] [c]\n\n[b]: /x 'T'\n", "p: [a](/x \"T\")· ·[b](/x \"T\")· [c]");
    check("- [x] a\n- [ ] b\n", "list\n- [x]\n  p: a\n- [ ]\n  p: b");
    check("2. a\n\n3. b\n", "list 2. loose\n-\n  p: a\n-\n  p: b");
    check("| a | b |\n|:--|--:|\n| `c` |\n", "table al | br\n  `c`l | r");
    check("a[^1]\n\n[^1]: b\n", "p: a·[^1]\nfootnote 1\n  p: b");
    check("> a\n\n---\n", "quote\n  p: a\nrule");
    check("a  \nb\nc &amp; \\* d\n", "p: a·⏎⏎·b⏎c & * d");
    check("a { b } <c and {d: 1}\n", "p: a { b } <c and {d: 1}");
    check("10:30 and :word and a::b\n", "p: 10:30 and :word and a::b");
}

#[test]
fn headings_have_ids() {
    check(
        "## A b\n### A b\n## C {#my-id}\n## D {/* #d */}\n## E <!-- #e -->\n## `f()` *g*\n",
        "h2 #a-b: A b\nh3 #a-b-1: A b\nh2 #my-id: C\nh2 #d: D\nh2 #e: E\nh2 #f-g: `f()`· ·*g*",
    );
    check(
        "## A {#x}\n## B {#x}\n",
        "h2 #x: A\nh2 #x: B\n! markdown/duplicate-id @ \"## B {#x}\": the id `x` is there twice (give one of the two an id of its own: links lead to the first)",
    );
    check("## X\n## A {#x}\n", "h2 #x-1: X\nh2 #x: A");
}

#[test]
fn ids_of_headings_are_words() {
    check(
        "## A {#Bad Id}\n",
        "h2 #a-bad-id: A {#Bad Id}\n! markdown/heading-id @ \"{#Bad Id}\": `Bad Id` is no id: an id is one word (write `{#bad-id}`)",
    );
    check_mdx(
        "## A {#Bad Id}\n",
        "h2 #a: A\n! markdown/heading-id @ \"{#Bad Id}\": `Bad Id` is no id: an id is one word (write `{#bad-id}`)",
    );
    check(
        "## A {#a\n",
        "h2 #a-a: A {#a\n! markdown/heading-id @ \"{#a\": this id is not closed (end it with `}`)",
    );
    check("## A {#x} b {# c #}\n", "h2 #a-x-b--c-: A {#x} b {# c #}");
}

#[test]
fn footnotes_need_a_partner() {
    let missing = |label: &str, help: &str| {
        format!("! markdown/footnote @ \"[^{label}]\": no footnote `{label}` ({help})")
    };
    let add = "add a line `[^x]: …` to this file, or write `\\[^x]` for the text itself";
    check("a[^x] *b*\n", &format!("p: a[^x] ·*b*\n{}", missing("x", add)));
    check(
        "a[^nots] b[^note]\n\n[^note]: c\n",
        &format!(
            "p: a[^nots] b·[^note]\nfootnote note\n  p: c\n{}",
            missing("nots", "did you mean `[^note]`?")
        ),
    );
    check(
        "a\n\n[^x]: b\n",
        "p: a\nfootnote x\n  p: b\n! markdown/footnote @ \"[^x]\": nothing refers to the footnote `x`, so that it is not shown (refer to it with `[^x]`, or remove it)",
    );
    check(
        "a[^x]\n\n[^x]: b\n\n[^x]: c\n",
        "p: a·[^x]\nfootnote x\n  p: b\nfootnote x\n  p: c\n! markdown/footnote @ \"[^x]\": the footnote `x` is there twice (give one of them another name)",
    );
    check("\\[^x] `[^x]` [^a-z] [^/] [^x](/y)\n", "p: [^x] ·`[^x]`· [^a-z] [^/] ·[^x](/y)");
    check("A[^X]\n\n[^x]: b\n", "p: A·[^X]\nfootnote x\n  p: b");
}

#[test]
fn partials_and_their_pages_agree_on_properties() {
    let page = |tag: &str| format!("import P from './_p.mdx';\n\n{tag}\n");
    let check_partial = |partial: &str, tag: &str, expected: &str| {
        check_in("content/page.mdx", &page(tag), &[("content/_p.mdx", partial)], expected);
    };
    check_partial("{props.name}\n", "<P name=\"x\" />", "p: x");
    check_partial("a {props.name ?? 'n'} <b title={props.title}>t</b>\n", "<P />", "p: a ·n· ·<b>t</>");
    check_partial(
        "{JSON(props)} `x`\n",
        "<P key=\"1\" />",
        "p: `{JSON(props)}`· ·`x`\n! markdown/expression @ \"{JSON(props)}\": this expression cannot be evaluated (use a literal, an imported constant, `props` or `frontMatter`; write `\\{` for the brace itself)",
    );
    check_partial(
        "a {props.name} [b](/c)\n",
        "<P />",
        "p: a ·· ·[b](/c)\n! markdown/partial-property @ \"props.name\": this partial is not given `name` (add `name=\"…\"` where it is included, or write `props.name ?? \"\"` if it may be missing)",
    );
    check_partial(
        "a {props.name}\n",
        "<P naem=\"x\" />",
        "p: a ·\n! markdown/partial-property @ \"naem=\\\"x\\\"\": `content/_p.mdx` never reads `props.naem` (give both the same name)",
    );
    check_partial(
        "a\n",
        "<P name=\"x\" />",
        "p: a\n! markdown/partial-property @ \"name=\\\"x\\\"\": `content/_p.mdx` never reads `props.name` (remove it, or show it there with `{props.name}`)",
    );
}

#[test]
fn what_is_misspelt_in_expressions_is_named() {
    let check_json = |text: &str, expected: &str| {
        let page = format!("import banks from './b.json';\n\n{text}\n");
        check_in("content/page.mdx", &page, &[("content/b.json", r#"{"count": 2, "none": null}"#)], expected);
    };
    check_json("a {banks.count} {banks.none}", "p: a ·2· ·");
    check_json(
        "a {banks.cuont}",
        "p: a ·\n! markdown/expression @ \"{banks.cuont}\": `banks` has no member `cuont` (did you mean `banks.count`?)",
    );
    check_json(
        "a {bank.count}",
        "p: a ·`{bank.count}`\n! markdown/expression @ \"{bank.count}\": this expression cannot be evaluated (did you mean `banks`?)",
    );
}

#[test]
fn code_blocks_are_closed() {
    let unclosed = "this code block is not closed (end it with a line of 3 backticks)";
    check("```js\na\n", &format!("code js\n  |a\n! markdown/unclosed-container @ \"```js\": {unclosed}"));
    check(
        "- ````md\n  ```\n  ````\n\n> ```\n> a\n> ```\n",
        "list\n-\n  code md\n    |```\nquote\n  code \n    |a",
    );
    check("    a\n", "code \n  |a");
}

#[test]
fn imports_that_cannot_be_read_are_told() {
    check_mdx(
        "import A './_a.mdx';\n",
        "p: import A './_a.mdx';\n! markdown/syntax @ \"import A './_a.mdx';\": this import cannot be read (write `import Name from './file.mdx'` on a line of its own)",
    );
}

#[test]
fn titles_and_descriptions_have_fallbacks() {
    let found = |text: &str| {
        let (document, _) = parse_text(text);
        (document.title, document.description, document.body.nodes().len())
    };
    let expect = |title: &str, description: &str, n: usize| (title.to_owned(), description.to_owned(), n);
    assert_eq!(found("---\ntitle: T\ndescription: D\n---\ntext"), expect("T", "D", 1));
    assert_eq!(found("# H *x*\n\nfirst\nline\n\nsecond"), expect("H x", "first line", 2));
    assert_eq!(found("---\ntitle: T\n---\n# T\n\ntext"), expect("T", "text", 1));
    assert_eq!(found("---\ntitle: T\n---\n# H\n\ntext"), expect("T", "text", 2));
    assert_eq!(found("text"), expect("page", "text", 1));
    assert_eq!(found("---\ntitle: On {{provider.name}}\n---\n").0, "On Acme");
}

#[test]
fn admonitions() {
    check(":::note\na\n:::\n", "note\n  p: a");
    check(":::tip[My *title*]\n\na\n\n:::\n", "tip: My ·*title*\n  p: a");
    check(":::caution Old title\na\n:::\n", "warning: Old title\n  p: a");
    check(":::info{title=\"T {{provider.name}}\"}\na\n:::\n", "info: T Acme\n  p: a");
    check("::::note\n:::tip\na\n:::\nb\n::::\nc\n", "note\n  tip\n    p: a\n  p: b\np: c");
    check("- a\n\n  :::danger\n  b\n  :::\n- c\n", "list loose\n-\n  p: a\n  danger\n    p: b\n-\n  p: c");
    check(":::note\n```\n:::\n```\n:::\n", "note\n  code \n    |:::");
    check(":::note\n- a\n- b\n  :::\nc\n", "note\n  list\n  -\n    p: a\n  -\n    p: b\np: c");
    check("> [!NOTE]\n> a *b*\n", "note\n  p: a ·*b*");
    check("> [!WARNING]\n>\n> a\n", "warning\n  p: a");
    check("> \\[!NOTE]\n> a\n", "quote\n  p: [!NOTE]⏎a");
    check(
        ":::wat\na\n:::\n",
        concat!(
            "p: a\n! markdown/unknown-admonition @ \"wat\": no admonition type `wat` ",
            "(the types are note, tip, info, warning and danger)",
        ),
    );
    check(
        ":::note\na\n",
        concat!(
            "note\n  p: a\n! markdown/unclosed-container @ \":::note\": the `note` container is not closed ",
            "(close it with a line of as many colons)",
        ),
    );
    check(
        "a\n:::\n",
        concat!(
            "p: a\n! markdown/unclosed-container @ \":::\": this line closes no container ",
            "(remove it, or open a container with `:::type` before it)",
        ),
    );
}

#[test]
fn code_blocks() {
    check(
        "```js title=\"a b.js\" {1} showLineNumbers x=1\na\nb\n```\n",
        "code js title=\"a b.js\" from=1 meta=\"x=1\"\n  *a\n  |b",
    );
    check("```JS\n// highlight-next-line\na\n```\n", "code js\n  *a");
    check("```diff\n+a\n-b\n c\n```\n", "code diff\n  ++a\n  --b\n  | c");
    check("```mermaid\ngraph TD\n```\n", "diagram mermaid \"graph TD\"");
    check("    a\n\n    b\n", "code \n  |a\n  |\n  |b");
    check("````mdx-code-block\n## H\n<Badge>a</Badge>\n````\n", "h2 #h: H\n<Badge {}>\n  a");
    check("```\n<Badge>\n:::note\n{a}\n```\n", "code \n  |<Badge>\n  |:::note\n  |{a}");
}

#[test]
fn variables() {
    check("a {{provider.name}} b\n", "p: a Acme b");
    check("[{{provider.name}}]({{provider.url}}/x)\n", "p: [Acme](https://acme.example/x)");
    check("`{{custom.key}}` **{{provider.name}}**\n", "p: `k_1`· ·**Acme**");
    check(
        "```sh title=\"{{provider.name}}\"\ncurl {{provider.url}}/v2\n```\n",
        "code sh title=\"Acme\"\n  |curl https://acme.example/v2",
    );
    check("## {{provider.name}} API\n", "h2 #acme-api: Acme API");
    check("a \\{{provider.name}} b\n", "p: a {{provider.name}} b");
    check(
        "<Card title=\"{{provider.name}}\" href={{provider.url}}>a</Card>\n",
        "<Card {\"title\":\"Acme\",\"href\":\"https://acme.example\"}>\n  a",
    );
    check("<a href=\"{{provider.url}}\">x</a>\n", "p: <a href=\"https://acme.example\">x</>");
    check(
        "a {{provder.name}}\n",
        concat!(
            "p: a {{provder.name}}\n! markdown/unknown-variable @ \"{{provder.name}}\": no variable `provder.name` ",
            "(did you mean `{{provider.name}}`?)",
        ),
    );
    check(
        "```yaml\na: ${{ secrets.x }} {{ .Values.y }} {{ user }}\n```\n",
        "code yaml\n  |a: ${{ secrets.x }} {{ .Values.y }} {{ user }}",
    );
    check_mdx("a {{provider.name}} b\n", "p: a Acme b");
}

#[test]
fn components() {
    check(
        "<Tabs groupId=\"os\">\n  <TabItem value=\"a\" label=\"A\" default>\n\n    text\n\n    ```js\n    x\n      y\n    ```\n\n  </TabItem>\n</Tabs>\nafter\n",
        concat!(
            "<Tabs {\"groupId\":\"os\"}>\n  <TabItem {\"value\":\"a\",\"label\":\"A\",\"default\":true}>\n    p: text\n",
            "    code js\n      |x\n      |  y\np: after",
        ),
    );
    check(
        "<CardGrid>\n  <Card title=\"A\" href=\"/a\">One *two*.</Card>\n  <Card title=\"B\" href=\"/b\">1. not a list</Card>\n</CardGrid>\n",
        concat!(
            "<CardGrid {}>\n  <Card {\"title\":\"A\",\"href\":\"/a\"}>\n    One \n    *two*\n    .\n",
            "  <Card {\"title\":\"B\",\"href\":\"/b\"}>\n    1. not a list",
        ),
    );
    check("<Badge>\n- a\n  </Badge>\nb\n", "<Badge {}>\n  list\n  -\n    p: a\np: b");
    check("text\n\n<Card title=\"x\">a b</Card>", "p: text\n<Card {\"title\":\"x\"}>\n  a b");
    check("a <Badge kind=\"new\">b</Badge> c\n", "p: a ·<Badge {\"kind\":\"new\"}>b</>· c");
    check(
        "<Endpoint method=\"GET\" path=\"/v2/sessions/{id}\" />\n",
        "<Endpoint {\"method\":\"GET\",\"path\":\"/v2/sessions/{id}\"}>",
    );
    check(
        "<Hero title=\"t\" data-x={[{label: 'A', value: 'a'}]}></Hero>\n",
        "<Hero {\"title\":\"t\",\"data-x\":[{\"label\":\"A\",\"value\":\"a\"}]}>",
    );
    check("- <Badge>a</Badge>\n- b <Badge/>\n", "list\n-\n  <Badge {}>\n    a\n-\n  p: b ·<Badge {}></>");
    check("| a |\n|---|\n| <Badge kind=\"x|y\">b</Badge> |\n", "table a\n  <Badge {\"kind\":\"x|y\"}>b</>");
    check("`<Tabs>` and `<b>`\n", "p: `<Tabs>`· and ·`<b>`");
    check("<Steps>\n1. a\n2. b\n</Steps>\n", "<Steps {}>\n  list 1.\n  -\n    p: a\n  -\n    p: b");
    check("<Admonition type=\"tip\" title=\"T\">\n\na\n\n</Admonition>\n", "tip: T\n  p: a");
    check(
        "<CodeBlock language=\"js\" title=\"t\">\n  a();\n    b();\n</CodeBlock>\n",
        "code js title=\"t\"\n  |a();\n  |  b();",
    );
    check("<CodeBlock language=\"js\">{`a\n  b`}</CodeBlock>\n", "code js\n  |a\n  |  b");
    check(":::note\n<Badge>a</Badge>\n:::\n", "note\n  <Badge {}>\n    a");
    check(
        "<Details summary=\"S\">\n:::note\na\n:::\n</Details>\n",
        "<Details {\"summary\":\"S\"}>\n  note\n    p: a",
    );
}

#[test]
fn tabs() {
    check(
        "<Tabs values={[{label: 'A', value: 'a', default: true}]}>\n<TabItem value=\"a\">x</TabItem>\n</Tabs>\n",
        "<Tabs {}>\n  <TabItem {\"value\":\"a\",\"label\":\"A\",\"default\":true}>\n    x",
    );
    check(
        "<Tabs defaultValue=\"b\">\n<TabItem value=\"a\">x</TabItem>\n<TabItem value=\"a\">y</TabItem>\n\nz\n\n</Tabs>\n",
        concat!(
            "<Tabs {}>\n  <TabItem {\"value\":\"a\"}>\n    x\n  <TabItem {\"value\":\"a 2\",\"label\":\"a\"}>\n    y\n",
            "! markdown/invalid-property @ \"b\": no item of these `Tabs` has the value `b`\n",
            "! markdown/invalid-property @ \"<TabItem value=\\\"a\\\">y</TabItem>\": ",
            "two items of these `Tabs` have the value `a`\n",
            "! markdown/syntax @ \"z\": this stands in `Tabs` but in none of its items (put it into a `<TabItem>`)",
        ),
    );
    check("a <Link to=\"/b\">c</Link>\n", "p: a ·[c](/b)");
}

#[test]
fn mistakes_with_components() {
    check(
        "<Tab>\n\na\n\n</Tab>\n",
        "<Tab {}>\n  p: a\n! markdown/unknown-component @ \"Tab\": no component `Tab` (did you mean `Tabs`?)",
    );
    check(
        "<Box href='/a'>Some text</Box>\n",
        "<Box {}>\n  Some text\n! markdown/unknown-component @ \"Box\": no component `Box`",
    );
    check(
        "a <Chart data=\"x\" /> b\n",
        "p: a ·<Chart {}></>· b\n! markdown/unknown-component @ \"Chart\": no component `Chart`",
    );
    check(
        "a <Generic> b\n",
        concat!(
            "p: a ·<Generic>· b\n! markdown/unknown-component @ \"Generic\": no component `Generic` ",
            "(if text is meant, write `\\<Generic>`)",
        ),
    );
    check("A List<String> b\n", "p: A List·<String>· b");
    check(
        "<Badge>\na\n",
        concat!(
            "<Badge {}>\n  p: a\n! markdown/syntax @ \"<Badge>\": `<Badge>` is not closed here ",
            "(add `</Badge>` at the same level, or write `<Badge />` if it has no content)",
        ),
    );
    check(
        "a\n\n</Badge>\n",
        concat!(
            "p: a\n! markdown/syntax @ \"</Badge>\": `</Badge>` closes nothing that is open here ",
            "(remove it, or put `<Badge>` before it at the same level)",
        ),
    );
    check(
        "<Card titel=\"a\">b</Card>\n",
        concat!(
            "<Card {\"title\":\"a\"}>\n  b\n! markdown/invalid-property @ \"titel=\\\"a\\\"\": ",
            "`Card` takes no property `titel` (did you mean `title`?)",
        ),
    );
    check(
        "<Endpoint method=\"GET\" />\n",
        concat!(
            "<Endpoint {\"method\":\"GET\"}>\n! markdown/invalid-property @ \"<Endpoint method=\\\"GET\\\" />\": ",
            "`Endpoint` needs the property `path`",
        ),
    );
    check(
        "<HeroAction href=\"/\" kind=\"big\">a</HeroAction>\n",
        concat!(
            "<HeroAction {\"href\":\"/\",\"kind\":\"big\"}>\n  a\n! markdown/invalid-property @ \"big\": ",
            "`kind` is `big`, not `primary`, `secondary`",
        ),
    );
}

#[test]
fn html_in_lenient_files() {
    check("<div class=\"x\">\n\n*a*\n\n</div>\n", "<div class=\"x\">\n  p: *a*");
    check(
        "<details>\n<summary>S &amp; t</summary>\n\na\n\n</details>\n",
        "<details>\n  <summary>\n    S & t\n  p: a",
    );
    check("a <kbd>b</kbd> <br> c\n", "p: a ·<kbd>b</>· ·<br></>· c");
    check("<p>\n*a*\n", "html(<p>)\n⏎*a*");
    check("<!-- a -->\n\nb <!-- c --> d\n", "p: b · d");
    check(
        "<div style={{marginTop: 4, color: 'red'}} className=\"c\">\n\na\n\n</div>\n",
        "<div style=\"margin-top:4px;color:red\" class=\"c\">\n  p: a",
    );
    check("<pre>\n  a\n</pre>\n", "html(<pre>⏎  a⏎</pre>)");
    check("<img src=\"/a.png\" alt=\"b\">\n", "<img src=\"/a.png\" alt=\"b\">");
}

#[test]
fn strict_files() {
    check_mdx("<div>*a*</div>\n", "<div>\n  *a*");
    check_mdx("a {1 + 1} {'b'} {/* c */} d\n", "p: a ·2· ·b· · d");
    check_mdx("{frontMatter.x}\n", "");
    check_mdx("---\nx: y\n---\n\n{frontMatter.x} a\n", "p: y· a");
    check_mdx(
        "a {f()} b\n",
        concat!(
            "p: a ·`{f()}`· b\n! markdown/expression @ \"{f()}\": this expression cannot be evaluated ",
            "(use a literal, an imported constant, `props` or `frontMatter`; write `\\{` for the brace itself)",
        ),
    );
    check_mdx("<!-- a -->\n\nb\n", "p: b");
    check_mdx(
        "a { b\n",
        concat!(
            "p: a { b\n! markdown/syntax @ \"{\": this brace is not closed ",
            "(write `\\{` for the character itself, or rename the file to `.md`)",
        ),
    );
    check_mdx("export const a = {b: 'c'};\n\n{a.b}\n", "p: c");
    check_mdx("<>\na\n</>\n", "p: a");
    check_mdx("<ul>\n  <li>a</li>\n  <li>\n    b\n  </li>\n</ul>\n", "<ul>\n  <li>\n    a\n  <li>\n    p: b");
}

#[test]
fn imports() {
    let files = &[
        ("content/_part.mdx", "Hello {props.name}, see [{props.name}](./x.md).\n"),
        ("data/c.json", r#"{"label": "L", "tabs": [{"label": "A", "value": "a"}]}"#),
        ("content/constants.js", "export const size = 3;\nexport default {x: `y`};\n"),
        ("content/_a.md", "import B from './_b.md';\n\n<B/>\n"),
        ("content/_b.md", "import A from './_a.md';\n\n<A/>\n"),
    ];
    check_in(
        "content/page.md",
        "import Part from './_part.mdx';\n\n<Part name=\"Ann\" />\n",
        files,
        "p: Hello ·Ann·, see ·[Ann](@site/content/x.md)·.",
    );
    check_in(
        "content/page.mdx",
        "import c from '@site/data/c.json'\nimport k, {size} from './constants'\n\n{c.label} {size} {k.x}\n",
        files,
        "p: L· ·3· ·y",
    );
    check_in(
        "content/page.md",
        "import c from '@site/data/c.json';\nimport Tabs from '@theme/Tabs'; import TabItem from '@theme/TabItem';\n\n<Tabs values={c.tabs}><TabItem value=\"a\">x</TabItem></Tabs>\n",
        files,
        "<Tabs {}>\n  <TabItem {\"value\":\"a\",\"label\":\"A\"}>\n    x",
    );
    check_in(
        "content/page.md",
        "import A from './_a.md';\n\n<A/>\n",
        files,
        "! markdown/import @ \"<A/>\": `content/_a.md` includes itself: content/_a.md → content/_b.md → content/_a.md",
    );
    check_in(
        "content/page.md",
        "import X from './_none.mdx';\n\n<X/>\n",
        files,
        concat!(
            "! markdown/import @ \"./_none.mdx\": no file `content/_none.mdx` ",
            "(the path is relative to this file, or starts at the site folder with `@site/`)",
        ),
    );
}

#[test]
fn partials_keep_their_own_addresses() {
    let part = "[a](./a.md) [b](b.md) [c](c.md#x) [d](../d) ![e](img/e.png) [f](./f.csv?raw) [g](/g) [h](#h)\n\n\
                <img src=\"./i.png\" />\n<Card title=\"J\" href=\"../j.mdx\" />\n";
    let files = &[
        ("content/shared/_part.mdx", part),
        ("content/shared/b.md", "x"),
        ("content/guides/c.md", "x"),
        ("content/shared/_image.mdx", "import logo from './logo.png';\n\n<img src={logo} alt=\"\" />\n"),
    ];
    check_in(
        "content/guides/page.md",
        "import Part from '../shared/_part.mdx';\n\n<Part />\n",
        files,
        concat!(
            "p: [a](@site/content/shared/a.md)· ·[b](@site/content/shared/b.md)· ·[c](c.md#x)· ·[d](../d)· ·",
            "![e](@site/content/shared/img/e.png)· ·[f](@site/content/shared/f.csv?raw)· ·[g](/g)· ·[h](#h)\n",
            "<img src=\"@site/content/shared/i.png\">\n<Card {\"title\":\"J\",\"href\":\"@site/content/j.mdx\"}>",
        ),
    );
    check_in(
        "content/page.md",
        "import Image from './shared/_image.mdx';\n\n<Image />\n",
        files,
        "<img src=\"@site/content/shared/logo.png\" alt=\"\">",
    );
}

#[test]
fn partials_show_what_stands_between_their_tags() {
    let files = &[
        ("content/_box.mdx", ":::tip[{props.title}]\n\n{props.children}\n\n:::\n"),
        ("content/_line.mdx", "<div className=\"box\">{props.children}</div>\n"),
        ("content/_word.mdx", "**{props.children}**\n"),
        ("content/_none.mdx", "Nothing\n"),
        ("content/_titled.mdx", "---\ntitle: x\n---\n\nText\n"),
    ];
    let check = |text: &str, expected: &str| check_in("content/page.md", text, files, expected);
    check(
        "import Box from './_box.mdx';\n\n<Box title=\"T\">\n\nOne *two*.\n\n- three\n\n</Box>\n",
        "tip: T\n  p: One ·*two*·.\n  list\n  -\n    p: three",
    );
    check(
        "import Line from './_line.mdx';\n\n<Line>\n\n- one\n\n</Line>\n",
        "<div class=\"box\">\n  list\n  -\n    p: one",
    );
    check("import Word from './_word.mdx';\n\nSome <Word>text</Word> here.\n", "p: Some ·**text**· here.");
    check(
        "import None from './_none.mdx';\n\n<None>lost</None>\n",
        concat!(
            "p: Nothing\n! markdown/invalid-property @ \"\": `content/_none.mdx` shows no content of its own, ",
            "so that this is left out (write `{props.children}` in the partial where the content belongs)",
        ),
    );
    check(
        "import Titled from './_titled.mdx';\n\n<Titled />\n",
        concat!(
            "p: Text\n! front-matter/invalid-value @ \"---\": a partial has no front matter of its own; this is left out ",
            "(give the values as properties where the partial is included)",
        ),
    );
}

#[test]
fn imports_may_follow_comments() {
    let files = &[("content/_part.md", "Part\n")];
    for comment in ["<!-- note -->", "{/* note */}", "<!--\nnote\n-->", "<!-- a --> <!-- b -->"] {
        let text = format!("{comment}\nimport Part from './_part.md';\n\n<Part />\n");
        check_in("content/page.md", &text, files, "p: Part");
        check_in("content/page.mdx", &text, files, "p: Part");
    }
}

#[test]
fn components_made_of_plain_content() {
    check(
        "<ThemedImage alt=\"Logo\" sources={{light: useBaseUrl('/img/l.png'), dark: require('./d.png').default}} />\n",
        concat!(
            "p: <span class=\"themed-image\"><span class=\"only-light\">![Logo](/img/l.png)</>·",
            "<span class=\"only-dark\">![Logo](./d.png)</></>",
        ),
    );
    check("a <Translate id=\"x\" description=\"y\">b *c*</Translate> d\n", "p: a ·b ·*c*· d");
    check("<BrowserOnly fallback=\"Loading\">\n\na\n\n</BrowserOnly>\n", "p: a");
    check("<BrowserOnly fallback=\"Loading\" />\n", "p: Loading");
    check(
        "<TOCInline toc={toc} />\n\n## A *b*\n\n### C\n\n#### D\n\n## E\n",
        concat!(
            "list\n-\n  p: [A ·*b*](#a-b)\n  list\n  -\n    p: [C](#c)\n-\n  p: [E](#e)\n",
            "h2 #a-b: A ·*b*\nh3 #c: C\nh4 #d: D\nh2 #e: E",
        ),
    );
    let (document, diagnostics) = parse_text(
        "<Head>\n  <meta name=\"robots\" content=\"noindex\" />\n  <link rel=\"me\" href=\"https://a.example\" />\n  <title>x</title>\n</Head>\n\ntext\n",
    );
    let head: Vec<_> =
        document.head.iter().map(|element| (element.tag.as_str(), element.attributes.len())).collect();
    assert_eq!(head, [("meta", 2), ("link", 2)]);
    let messages: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(messages, ["`Head` takes `meta` and `link` elements; `title` is left out"]);
}

#[test]
fn components_of_a_site() {
    let video = "<figure>\n  <a href={`https://v.example/${props.id}`}>{props.title ?? props.name}</a>\n  {props.children}\n</figure>\n";
    let files = &[("components/Video.mdx", video)];
    let check = |text: &str, expected: &str| check_in("content/page.md", text, files, expected);
    check(
        "<Video id=\"a1\" title=\"T\">\n\nWords.\n\n</Video>\n",
        "<figure>\n  <a href=\"https://v.example/a1\">\n    T\n  p: Words.",
    );
    check(
        "<Explanation title=\"Why\">\n\nSo.\n\n</Explanation>\n",
        "<Details {\"summary\":\"Why\",\"open\":true}>\n  p: So.",
    );
    check(
        "<Explanation title=\"Why\" open={false} color=\"c\" />\n",
        concat!(
            "<Details {\"summary\":\"Why\",\"open\":false}>\n",
            "! markdown/invalid-property @ \"color=\\\"c\\\"\": `Details` takes no property `color`",
        ),
    );
    check(
        "```Player name=A%20b&id=7 x\nlet a;\n```\n",
        "<figure>\n  <a href=\"https://v.example/7\">\n    A b\n  code jsx\n    |let a;",
    );
    check("```console title=\"T\"\nls\n```\n", "code sh title=\"T\"\n  |ls");
}

#[test]
fn package_managers() {
    check(
        "```bash npm2yarn title=\"Install\"\nnpm install -D jest\n```\n",
        concat!(
            "<Tabs {\"groupId\":\"npm2yarn\"}>\n",
            "  <TabItem {\"value\":\"npm\",\"label\":\"npm\"}>\n    code bash title=\"Install\"\n      |npm install -D jest\n",
            "  <TabItem {\"value\":\"yarn\",\"label\":\"Yarn\"}>\n    code bash title=\"Install\"\n      |yarn add jest --dev\n",
            "  <TabItem {\"value\":\"pnpm\",\"label\":\"pnpm\"}>\n    code bash title=\"Install\"\n      |pnpm add jest --save-dev\n",
            "  <TabItem {\"value\":\"bun\",\"label\":\"Bun\"}>\n    code bash title=\"Install\"\n      |bun add jest --dev",
        ),
    );
}

#[test]
fn tables_have_limits() {
    let wide = format!("|{}\n|{}\n", "a|".repeat(1_200), "-|".repeat(1_200));
    let (document, diagnostics) = parse_text(&wide);
    assert!(matches!(&document.body.nodes()[0].kind, NodeKind::Table(table) if table.head.len() == 1_000));
    let long = format!("|{}\n|{}\n{}", "a|".repeat(900), "-|".repeat(900), "|b|\n".repeat(1_500));
    let (document, more) = parse_text(&long);
    let n_cells = |node: &Node| match &node.kind {
        NodeKind::Table(table) => table.rows.iter().map(Vec::len).sum(),
        _ => 0,
    };
    assert!(document.body.nodes().iter().map(n_cells).sum::<usize>() <= 1_000_000);
    let messages: Vec<_> = diagnostics.iter().chain(&more).map(|found| found.message.as_str()).collect();
    assert_eq!(messages[0], "the table has more than 1000 columns; the others are left out");
}

#[test]
fn large_files_are_refused() {
    let (document, diagnostics) = parse_text(&"a\n".repeat(2_100_000));
    assert!(document.body.nodes().is_empty());
    assert_eq!(diagnostics[0].message, "the file has 4200000 bytes; at most 4194304 can be parsed");
}

#[test]
fn data_tables() {
    let csv = "code,title,status,n\nR01,\"Insufficient *Funds*\",in_use,10\nR02,Closed,retired,9\nR03,No account,in_use,2\n";
    let files = &[("data/c.csv", csv)];
    let check = |text: &str, expected: &str| check_in("content/a/page.md", text, files, expected);
    check(
        "<DataTable src=\"/data/c.csv\" columns=\"code: Code; title: Title\" id=\"code\" code=\"code\" where=\"status=in_use\" />\n",
        "table Code | Title\n  #R01 `R01` | Insufficient *Funds*\n  #R03 `R03` | No account",
    );
    check(
        "<DataTable src=\"/data/c.csv\" columns=\"code\" sort=\"-n\" where=\"status!=retired and code!=R99\" />\n",
        "table code\n  R01\n  R03",
    );
    check(
        "<DataTable src=\"/data/c.csv\" columns=\"cod\" />\n",
        "table \n  \n  \n  \n! markdown/invalid-property @ \"cod\": the data has no column `cod` (did you mean `code`?)",
    );
    check(
        "<DataTable src=\"/data/d.csv\" />\n",
        concat!(
            "! markdown/import @ \"/data/d.csv\": no file `data/d.csv` ",
            "(a path that starts with `/` is relative to the site folder)",
        ),
    );
}

//! Redirects: which are accepted, and where they lead.

mod common;

use common::TestSite;
use portico_site::{Destination, match_redirect};

fn site(redirects: &str) -> TestSite {
    TestSite::new(&["index.md", "quickstart/index.md", "guides/install.md", "guides/more.md"])
        .files(&["files/spec.pdf"], &[])
        .redirects(redirects)
}

#[test]
fn redirects_apply_to_every_spelling() {
    let site = site(
        "[[redirect]]\nfrom = ['/a', '/a/b/*', '/b.html', '/caf%C3%A9']\nto = '/quickstart'\n\
         [[redirect]]\nfrom = ['/a/b/c/*', '/x/*']\nto = '/guides/install#part'\n\
         [[redirect]]\nfrom = '/a/b/c/d'\nto = 'https://www.example.com/x?y#z'\n\
         [[redirect]]\nfrom = '/spec'\nto = '/files/spec.pdf'\n",
    )
    .built();
    for (path, to) in [
        ("/a", Some("/quickstart/")),
        ("/a/", Some("/quickstart/")),
        ("/a.html", Some("/quickstart/")),
        ("/a/index.html", Some("/quickstart/")),
        ("/a/b", None),
        ("/a/b/", None),
        ("/a/b/x", Some("/quickstart/")),
        ("/a/b/c", Some("/quickstart/")),
        ("/a/b/c/x/y", Some("/guides/install#part")),
        ("/a/b/c/d", Some("https://www.example.com/x?y#z")),
        ("/a/bc/d", None),
        ("/b", Some("/quickstart/")),
        ("/café", Some("/quickstart/")),
        ("/spec", Some("/files/spec.pdf")),
        ("/x", None),
        ("/A", None),
        ("/", None),
    ] {
        assert_eq!(
            match_redirect(&site.redirects, path).map(|redirect| redirect.to.href()).as_deref(),
            to,
            "{path}"
        );
    }
    let order: Vec<&str> = site.redirects.iter().map(|redirect| redirect.from.as_str()).collect();
    assert_eq!(order, ["/a", "/b.html", "/caf%C3%A9", "/a/b/c/d", "/spec", "/a/b/c/*", "/a/b/*", "/x/*"]);
}

#[test]
fn chains_are_followed_to_their_end() {
    let site = site(
        "[[redirect]]\nfrom = '/one'\nto = '/two'\n[[redirect]]\nfrom = '/two'\nto = '/three#own'\n\
         [[redirect]]\nfrom = '/three'\nto = '/guides/install#end'\n",
    );
    let (built, _) = site.build();
    let ends: Vec<String> = built.redirects.iter().map(|redirect| redirect.to.href()).collect();
    assert_eq!(ends, ["/guides/install#end", "/guides/install#own", "/guides/install#end"]);
    assert!(matches!(&built.redirects[0].to, Destination::Page { .. }));
    insta::assert_snapshot!(site.problems());
}

#[test]
fn mistakes_are_reported() {
    let problems = site(
        r#"
[[redirect]]
from = ["/quickstart", "/guides/*", "/search/", "/files/spec.pdf", "/*"]
to = "/guides/install"

[[redirect]]
from = ["/old", "/old2"]
to = "/guides/instal"

[[redirect]]
from = "/same"
to = "/"

[[redirect]]
from = "/same/"
to = "/quickstart/"

[[redirect]]
from = "/self"
to = "/self"

[[redirect]]
from = "/ping"
to = "/pong"

[[redirect]]
from = "/pong"
to = "/ping/#x"

[[redirect]]
from = "/into"
to = "/ping"

[[redirect]]
from = "/docs/*"
to = "/docs/overview"
"#,
    )
    .problems();
    insta::assert_snapshot!(problems);
}

#[test]
fn the_file_is_checked() {
    let problems = site(
        r#"
redirects = []

[[redirect]]
form = "/a"
to = "/"

[[redirect]]
from = "/b"

[[redirect]]
to = "/"

[[redirect]]
from = []
to = "/"

[[redirect]]
from = ["c", "/d?e", "/f g", "/h/*/i", "/j//k", 1, "//l", "https://www.example.com/m"]
to = "/"

[[redirect]]
from = "/n"
to = "quickstart"

[[redirect]]
from = "/o"
to = 1
"#,
    )
    .problems();
    insta::assert_snapshot!(problems);
    let problems = site("[redirect]\nfrom = '/a'\nto = '/'\n").problems();
    insta::assert_snapshot!(problems);
    let problems = site("[[redirect\n").problems();
    insta::assert_snapshot!(problems);
}

#[test]
fn a_target_that_cannot_be_read_hides_no_other_mistake() {
    let problems = site(
        "[[redirect]]\nfrom = '/a'\nto = 'quickstart'\n[[redirect]]\nfrom = ['/a', '/guides/install']\nto = ''\n\
         [[redirect]]\nfrom = '/b'\nto = '/a'\n",
    )
    .build()
    .1;
    let codes: Vec<_> = problems.iter().map(|problem| problem.code.id()).collect();
    assert_eq!(codes, ["redirect/syntax", "redirect/duplicate", "redirect/over-page", "redirect/syntax"]);
}

#[test]
fn what_can_be_read_of_a_file_that_is_no_toml_counts() {
    let (built, problems) = site(
        "[[redirect]]\nfrom = '/a'\nto = '/quickstart'\n[[redirect]]\nfrom = /b\nto = '/guides/install'\n",
    )
    .build();
    let codes: Vec<_> = problems.iter().map(|problem| problem.code.id()).collect();
    assert_eq!(codes, ["redirect/syntax"]);
    assert!(match_redirect(&built.redirects, "/a").is_some());
}

//! The style sheet that the build makes: the colours of code, for both colour modes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use portico_document::{Node, NodeKind, TokenStyle};
use portico_site::Site;

use crate::article::syntax_class;

/// Rules for every style that code on the site uses, in a fixed order.
pub fn syntax_style_sheet(site: &Site) -> String {
    let mut styles = BTreeSet::new();
    site.pages.iter().for_each(|page| collect(page.document.body.iter(), &mut styles));
    let mut css = String::from("@layer prose{");
    for style in styles {
        let Some(class) = syntax_class(style) else { continue };
        write!(css, ".{class}{{").expect("writing to a string");
        if let Some(colour) = style.light {
            write!(css, "color:#{colour:06x};").expect("writing to a string");
        }
        css.push_str(if style.is_italic { "font-style:italic;" } else { "" });
        css.push_str(if style.is_bold { "font-weight:600;" } else { "" });
        css.push('}');
        if let Some(colour) = style.dark {
            write!(css, "[data-theme=dark] .{class}{{color:#{colour:06x}}}").expect("writing to a string");
        }
    }
    css.push_str("}\n");
    css
}

fn collect<'a>(nodes: impl Iterator<Item = &'a Node>, styles: &mut BTreeSet<TokenStyle>) {
    for node in nodes {
        match &node.kind {
            NodeKind::Code(code) => {
                styles.extend(code.lines.iter().flat_map(|line| &line.tokens).map(|token| token.style));
            }
            _ => collect(node.children().into_iter(), styles),
        }
    }
}

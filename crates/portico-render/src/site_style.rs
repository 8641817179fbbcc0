//! The style sheet that the build makes: what depends on the site's content and settings.
//!
//! The Content-Security-Policy forbids style attributes, so values that come from the site stand here.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use portico_config::AnnouncementBar;
use portico_document::TokenStyle;
use portico_site::Site;

use crate::article::{style_class, syntax_class};

/// How formulas look; few sites have any.
const FORMULAS: &str = include_str!("formulas.css");

/// Colours of code for both colour modes, starts of line numbers, tables and spaces in formulas, colours of the
/// announcement bar; in a fixed order.
pub fn site_style_sheet(site: &Site) -> String {
    let outlines = || site.pages.iter().map(|page| page.document.body.outline());
    let styles = outlines().flat_map(|outline| &outline.code_styles).copied().collect();
    let first_lines: BTreeSet<u32> =
        outlines().flat_map(|outline| &outline.first_line_numbers).copied().collect();
    let mut css = String::from("@layer prose{");
    push_light(&styles, &mut css);
    // Paper has one colour, and the light colours are made for it.
    css.push_str("@media screen{");
    push_dark(&styles, &mut css);
    css.push('}');
    for first in first_lines {
        let before = first.saturating_sub(1);
        write!(css, ".code[data-numbers=\"{first}\"] code{{counter-reset:line {before}}}")
            .expect("writing to a string");
    }
    if outlines().any(|outline| outline.has_formulas) {
        css.push_str(FORMULAS);
    }
    let formula_styles: BTreeSet<&String> = outlines().flat_map(|outline| &outline.formula_styles).collect();
    for style in formula_styles {
        write!(css, "math .{}{{{style}}}", style_class(style)).expect("writing to a string");
    }
    css.push_str("}\n");
    if let Some(bar) = &site.settings.announcement_bar {
        push_announcement_bar(bar, &mut css);
    }
    css
}

fn push_light(styles: &BTreeSet<TokenStyle>, css: &mut String) {
    for style in styles {
        let Some(class) = syntax_class(*style) else { continue };
        write!(css, ".{class}{{").expect("writing to a string");
        if let Some(colour) = style.light {
            write!(css, "color:#{colour:06x};").expect("writing to a string");
        }
        css.push_str(if style.is_italic { "font-style:italic;" } else { "" });
        css.push_str(if style.is_bold { "font-weight:600;" } else { "" });
        css.push('}');
    }
}

fn push_dark(styles: &BTreeSet<TokenStyle>, css: &mut String) {
    for style in styles {
        if let (Some(class), Some(colour)) = (syntax_class(*style), style.dark) {
            write!(css, "[data-theme=dark] .{class}{{color:#{colour:06x}}}").expect("writing to a string");
        }
    }
}

fn push_announcement_bar(bar: &AnnouncementBar, css: &mut String) {
    let colours = [("background", &bar.background_color), ("color", &bar.text_color)];
    css.push_str("@layer utilities{[data-announcement-bar]{");
    for (property, colour) in colours {
        if let Some(colour) = colour {
            // A colour is one value: nothing in it may end the rule.
            let colour = colour.replace([';', '{', '}', '<'], "");
            write!(css, "{property}:{colour};").expect("writing to a string");
        }
    }
    css.push_str("}}\n");
}

//! The card of a page: a picture that is shown where links to the page are shared.
//!
//! [`draw_card`] sets a title, a section, the site and the provider in the site's typeface, in the colours of the
//! light theme, and gives a PNG of 1200 × 630 pixels. It knows neither pages nor sites, and reads nothing: the two
//! fonts are part of the crate. Equal cards give equal bytes.

mod canvas;
mod font;
mod glyph;
mod lines;

use canvas::{Canvas, Ink};
use font::Font;
use lines::{Title, set_title, shortened};

/// Width of a card in pixels.
pub const WIDTH: u32 = 1200;
/// Height of a card in pixels.
pub const HEIGHT: u32 = 630;

/// What a card says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Card<'a> {
    /// Title of the page.
    pub title: &'a str,
    /// Part of the site that the page is in; may be empty.
    pub section: &'a str,
    /// Title of the site.
    pub site: &'a str,
    /// Name of the provider; may be empty.
    pub provider: &'a str,
}

/// Space between the content and the left and right edges.
const MARGIN: f32 = 88.0;
/// Width of a line of text.
const MEASURE: f32 = 1200.0 - 2.0 * MARGIN;
/// Where the line above the footer stands.
const RULE: u32 = 508;

/// Draws a card as PNG. `None` if the fonts lack a character of it: no card is better than one with holes.
#[inline(never)] // `cargo xtask counts` finds it by its name.
pub fn draw_card(card: &Card<'_>) -> Option<Vec<u8>> {
    let (regular, semi_bold) = (Font::regular(), Font::semi_bold());
    let texts = [card.title, card.section, card.site, card.provider].map(one_line);
    if !texts.iter().all(|text| regular.has_all(text)) {
        return None;
    }
    let [title, section, site, provider] = &texts;
    let mut canvas = Canvas::new();
    canvas.fill(Ink::Accent, 0, 0, WIDTH, 14);
    let text = shortened(semi_bold, section, 30.0, MEASURE);
    canvas.text(semi_bold, &text, 30.0, [flush_left(semi_bold, &text, 30.0), 132.0], Ink::Accent);
    let title = set_title(semi_bold, title, MEASURE);
    let above = if section.is_empty() { 92.0 } else { 132.0 + title.size * 0.42 };
    draw_title(&mut canvas, semi_bold, &title, above);
    draw_footer(&mut canvas, [regular, semi_bold], site, provider);
    Some(canvas.png())
}

fn draw_title(canvas: &mut Canvas, font: &Font, title: &Title, above: f32) {
    let mut baseline = above + title.leading;
    for line in &title.lines {
        canvas.text(font, line, title.size, [flush_left(font, line, title.size), baseline], Ink::Heading);
        baseline += title.leading;
    }
}

fn draw_footer(canvas: &mut Canvas, [regular, semi_bold]: [&Font; 2], site: &str, provider: &str) {
    const SIZE: f32 = 30.0;
    const BASELINE: f32 = 566.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small constant")]
    let margin = MARGIN as u32;
    canvas.fill(Ink::Border, margin, RULE, WIDTH - 2 * margin, 2);
    // A site that is named after its provider needs no second name.
    let provider = if site.starts_with(provider) { "" } else { provider };
    let provider = shortened(regular, provider, SIZE, MEASURE / 2.5);
    let room = MEASURE - if provider.is_empty() { 0.0 } else { regular.width(&provider, SIZE) + SIZE * 2.0 };
    let site = shortened(semi_bold, site, SIZE, room);
    canvas.text(semi_bold, &site, SIZE, [flush_left(semi_bold, &site, SIZE), BASELINE], Ink::Text);
    let start = MARGIN + MEASURE - regular.width(&provider, SIZE);
    canvas.text(regular, &provider, SIZE, [start, BASELINE], Ink::Quiet);
}

/// Where a line starts so that the ink of its first letter stands on the margin, whatever its size.
fn flush_left(font: &Font, line: &str, size: f32) -> f32 {
    MARGIN - font.left_bearing(line, size)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: Card<'_> =
        Card { title: "Make payment", section: "API reference", site: "Docs", provider: "Example Pay" };

    fn size_of(png: &[u8]) -> (u32, u32) {
        let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a readable picture");
        (reader.info().width, reader.info().height)
    }

    #[test]
    fn a_card_is_a_picture_of_the_usual_size() {
        let png = draw_card(&CARD).expect("plain letters");
        assert_eq!(size_of(&png), (WIDTH, HEIGHT));
        assert!(png.len() < 40_000, "{} bytes", png.len());
    }

    #[test]
    fn equal_cards_give_equal_bytes() {
        assert_eq!(draw_card(&CARD), draw_card(&CARD.clone()));
        assert_ne!(draw_card(&CARD), draw_card(&Card { title: "Make credit", ..CARD }));
    }

    #[test]
    fn a_card_is_the_same_whatever_was_drawn_before_it() {
        let longer = Card { title: "Make and refund payments, and make them again", ..CARD };
        let after_another = std::thread::spawn(move || [draw_card(&longer), draw_card(&CARD)]);
        let [_, after_another] = after_another.join().expect("no panic");
        assert_eq!(std::thread::spawn(|| draw_card(&CARD)).join().expect("no panic"), after_another);
    }

    #[test]
    fn characters_without_a_letter_form_make_no_card() {
        assert_eq!(draw_card(&Card { title: "支払い", ..CARD }), None);
        assert!(draw_card(&Card { title: "Größe – “naïve” café…", ..CARD }).is_some());
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig { cases: 12, failure_persistence: None, ..Default::default() })]
        #[test]
        fn any_text_is_drawn_or_refused(title in "\\PC{0,60}", section in "[ -~]{0,200}", site in "[ -~]{0,200}") {
            let card = Card { title: &title, section: &section, site: &site, provider: &section };
            let _ = draw_card(&card);
            let card = Card { title: &site, ..card };
            proptest::prop_assert!(draw_card(&card).is_some());
        }
    }
}

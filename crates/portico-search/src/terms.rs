//! From text to terms, the same here and in `web/src/search/engine/terms.ts`.
//!
//! A *chunk* is a run of letters and digits, with joiners such as `_`, `-`, `.` and `/` inside. An ordinary word is one
//! term. A chunk of several parts (`transaction.returned`, `amount_exceeds_limit`, `getToken`, `/v2/payments`) gives
//! its parts and the whole without joiners, so that it is found in any spelling. Scripts that are written without
//! spaces give pairs of characters.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

/// Longest term in characters; what is longer is a key or a digest that nobody types.
const LONGEST: usize = 48;

/// A term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term<'a> {
    /// A word, or a part of a chunk.
    Word(&'a str),
    /// A chunk of several parts, without its joiners.
    Whole(&'a str),
}

impl<'a> Term<'a> {
    /// Its text.
    pub fn text(self) -> &'a str {
        match self {
            Self::Word(text) | Self::Whole(text) => text,
        }
    }
}

/// Calls back for each term of a text, in order.
pub fn for_each_term(text: &str, found: impl FnMut(Term<'_>)) {
    let folded = fold(text);
    if folded.is_ascii() {
        // The bytes are the characters.
        cut(folded.as_bytes(), found);
    } else {
        cut(&folded.chars().collect::<Vec<char>>(), found);
    }
}

/// A character, or a byte that is one.
trait Character: Copy + Into<char> {
    fn is_word(self) -> bool;
    fn is_unspaced(self) -> bool;
    /// Adds characters to a text.
    fn add(characters: &[Self], text: &mut String);
}

impl Character for char {
    fn is_word(self) -> bool {
        self.is_alphanumeric()
    }

    fn is_unspaced(self) -> bool {
        is_unspaced(self)
    }

    fn add(characters: &[Self], text: &mut String) {
        text.extend(characters);
    }
}

/// Of text in ASCII.
impl Character for u8 {
    fn is_word(self) -> bool {
        self.is_ascii_alphanumeric()
    }

    fn is_unspaced(self) -> bool {
        false
    }

    fn add(characters: &[Self], text: &mut String) {
        text.push_str(str::from_utf8(characters).expect("ASCII"));
    }
}

fn cut<C: Character>(characters: &[C], mut found: impl FnMut(Term<'_>)) {
    let mut parts = Parts::default();
    let mut position = 0;
    while position < characters.len() {
        let first = characters[position];
        if first.is_unspaced() {
            let end = run_end(characters, position, C::is_unspaced);
            for_each_pair(&characters[position..end], &mut found);
            position = end;
        } else if first.is_word() {
            let end = chunk_end(characters, position);
            parts.for_each(&characters[position..end], &mut found);
            position = end;
        } else {
            position += 1;
        }
    }
}

/// Text without accents, compatibility forms and apostrophes inside words; letter case stays.
fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.as_bytes().contains(&b'\'') {
        return text.into();
    }
    let has_apostrophe = text.contains(['\'', '\u{2019}']);
    let is_stable = text.chars().all(is_stable);
    if is_stable && !has_apostrophe {
        return text.into();
    }
    let plain: Vec<char> = if is_stable {
        text.chars().collect()
    } else {
        text.nfkd().filter(|character| !('\u{300}'..='\u{36f}').contains(character)).nfc().collect()
    };
    let is_inside =
        |at: usize| at > 0 && plain[at - 1].is_word() && plain.get(at + 1).is_some_and(|next| next.is_word());
    let is_dropped = |at: usize| matches!(plain[at], '\'' | '\u{2019}') && is_inside(at);
    (0..plain.len()).filter(|at| !is_dropped(*at)).map(|at| plain[at]).collect::<String>().into()
}

/// Characters that no normalisation changes: those that most texts consist of, so that most need none.
fn is_stable(character: char) -> bool {
    character.is_ascii()
        || matches!(character, '\u{b7}' | '\u{2013}' | '\u{2014}' | '\u{2018}'..='\u{201d}' | '\u{2022}' | '\u{2190}'..='\u{2194}')
}

/// What may stand between the parts of a chunk.
fn is_joiner(character: char) -> bool {
    matches!(character, '_' | '-' | '.' | '/' | ':' | '@' | '#' | '{' | '}')
}

/// Scripts written without spaces between words.
fn is_unspaced(character: char) -> bool {
    character >= '\u{e00}'
        && matches!(character,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3134f}')
        && character.is_alphanumeric()
}

fn run_end<C: Character>(characters: &[C], start: usize, belongs: impl Fn(C) -> bool) -> usize {
    characters[start..]
        .iter()
        .position(|character| !belongs(*character))
        .map_or(characters.len(), |n| start + n)
}

/// The end of a chunk: words, and at most three joiners between two of them.
fn chunk_end<C: Character>(characters: &[C], start: usize) -> usize {
    let is_plain = |character: C| character.is_word() && !character.is_unspaced();
    let mut end = run_end(characters, start, is_plain);
    loop {
        let next = run_end(characters, end, |character| is_joiner(character.into()));
        let is_joined =
            (1..=3).contains(&(next - end)) && characters.get(next).is_some_and(|next| is_plain(*next));
        if !is_joined {
            return end;
        }
        end = run_end(characters, next, is_plain);
    }
}

fn for_each_pair<C: Character>(run: &[C], found: &mut impl FnMut(Term<'_>)) {
    let mut pair = String::new();
    let mut emit = |characters: &[C]| {
        pair.clear();
        pair.extend(characters.iter().flat_map(|character| (*character).into().to_lowercase()));
        found(Term::Word(&pair));
    };
    if run.len() == 1 {
        emit(run);
    }
    run.windows(2).for_each(emit);
}

/// A chunk in lower case without its joiners, and where its parts begin. Used for one chunk after another.
#[derive(Default)]
struct Parts {
    whole: String,
    starts: Vec<usize>,
}

impl Parts {
    fn for_each<C: Character>(&mut self, chunk: &[C], found: &mut impl FnMut(Term<'_>)) {
        self.read(chunk);
        let Self { whole, starts } = self;
        if starts.len() > 1 {
            let ends = starts.iter().skip(1).copied().chain([whole.len()]);
            for (start, end) in starts.iter().zip(ends) {
                let part = &whole[*start..end];
                if is_short(part) && part.chars().nth(1).is_some() {
                    found(Term::Word(part));
                }
            }
        }
        if is_short(whole) {
            found(if starts.len() > 1 { Term::Whole(whole) } else { Term::Word(whole) });
        }
    }

    fn read<C: Character>(&mut self, chunk: &[C]) {
        self.whole.clear();
        self.starts.clear();
        if is_ordinary(chunk) {
            self.starts.push(0);
            C::add(chunk, &mut self.whole);
            self.whole.make_ascii_lowercase();
            return;
        }
        for (at, character) in chunk.iter().enumerate() {
            let character = (*character).into();
            if is_joiner(character) {
                continue;
            }
            if at == 0 || is_joiner(chunk[at - 1].into()) || is_hump(chunk, at) {
                self.starts.push(self.whole.len());
            }
            push_lower(&mut self.whole, character);
        }
    }
}

/// Whether a chunk is one part of ASCII, as most are: at most its first character is a capital letter.
fn is_ordinary<C: Character>(chunk: &[C]) -> bool {
    let is_small = |character: &C| matches!((*character).into(), 'a'..='z' | '0'..='9');
    chunk.split_first().is_some_and(|(first, rest)| (*first).into().is_ascii() && rest.iter().all(is_small))
}

fn is_short(term: &str) -> bool {
    term.len() <= LONGEST || term.chars().count() <= LONGEST
}

fn push_lower(text: &mut String, character: char) {
    if character.is_ascii() {
        text.push(character.to_ascii_lowercase());
    } else {
        text.extend(character.to_lowercase());
    }
}

/// Whether a new part begins here by its letter case: `getToken`, `HTTPServer`, but not `IDs`.
fn is_hump<C: Character>(chunk: &[C], at: usize) -> bool {
    if !chunk[at].into().is_uppercase() {
        return false;
    }
    let before = chunk[at - 1].into();
    if before.is_lowercase() {
        return true;
    }
    let next = |n: usize| chunk.get(at + n).map(|next| (*next).into());
    let is_plural = next(1) == Some('s') && next(2).is_none_or(|next: char| !next.is_alphanumeric());
    before.is_uppercase() && next(1).is_some_and(char::is_lowercase) && !is_plural
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> String {
        let mut all = Vec::new();
        for_each_term(text, |term| {
            all.push(match term {
                Term::Word(text) => text.to_owned(),
                Term::Whole(text) => format!("={text}"),
            });
        });
        all.join(" ")
    }

    #[test]
    fn cuts_text_into_terms() {
        // The same table stands in web/src/search/engine/terms.test.ts.
        for (text, expected) in [
            ("Make a payment.", "make a payment"),
            ("R01, C05 and WEB", "r01 c05 and web"),
            ("transaction.returned", "transaction returned =transactionreturned"),
            ("`amount_exceeds_limit`", "amount exceeds limit =amountexceedslimit"),
            ("getToken()", "get token =gettoken"),
            ("HTTPServer IDs OAuth", "http server =httpserver ids auth =oauth"),
            (
                "POST /v2/payments/{payment_id}/cancel",
                "post v2 payments payment id cancel =v2paymentspaymentidcancel",
            ),
            ("Idempotency-Key: x", "idempotency key =idempotencykey x"),
            ("same-day e.g. 2026-11-20", "same day =sameday =eg 2026 11 20 =20261120"),
            ("don't the customer’s café Größe", "dont the customers cafe große"),
            ("ﬁle ２４", "file 24"),
            ("支払いAPI 한국어 x", "支払 払い api 한국 국어 x"),
            ("字", "字"),
            ("Оплата по счёту", "оплата по счету"),
            ("cus_01JD0EXAMPLE", "cus 01jd0example =cus01jd0example"),
            ("a....b", "a b"),
            ("", ""),
        ] {
            assert_eq!(terms(text), expected, "{text}");
        }
    }

    #[test]
    fn keys_and_digests_are_no_terms() {
        assert_eq!(terms(&"x".repeat(49)), "");
    }

    proptest::proptest! {
        #[test]
        fn never_panics_and_gives_folded_terms(text in "\\PC{0,60}") {
            for_each_term(&text, |term| {
                let text = term.text();
                assert!(!text.is_empty() && !text.contains(char::is_whitespace), "{text:?}");
            });
        }
    }
}

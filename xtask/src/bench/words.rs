//! The corpus's sentences: about bank payments, and with no meaning beyond that.

use super::random::Random;

const THINGS: [&str; 40] = [
    "payment",
    "payout",
    "refund",
    "mandate",
    "account",
    "balance",
    "settlement",
    "return",
    "reversal",
    "customer",
    "merchant",
    "platform",
    "statement",
    "ledger",
    "batch",
    "entry",
    "file",
    "window",
    "cutoff",
    "holiday",
    "webhook",
    "event",
    "signature",
    "token",
    "session",
    "request",
    "response",
    "retry",
    "limit",
    "reserve",
    "dispute",
    "notification",
    "authorization",
    "verification",
    "institution",
    "invoice",
    "transfer",
    "deposit",
    "report",
    "reference",
];

const ACTIONS: [&str; 22] = [
    "create",
    "update",
    "cancel",
    "retrieve",
    "list",
    "verify",
    "sign",
    "settle",
    "refund",
    "schedule",
    "retry",
    "export",
    "import",
    "reconcile",
    "archive",
    "approve",
    "decline",
    "inspect",
    "split",
    "capture",
    "release",
    "confirm",
];

const KINDS: [&str; 20] = [
    "pending",
    "settled",
    "returned",
    "recurring",
    "delayed",
    "partial",
    "signed",
    "expired",
    "duplicate",
    "verified",
    "blocked",
    "manual",
    "automatic",
    "nightly",
    "regional",
    "test",
    "live",
    "shared",
    "default",
    "optional",
];

/// `%t` is a thing, `%a` an action, `%k` a kind.
const SENTENCES: [&str; 14] = [
    "A %k %t stays open until its %t has reached the bank, which takes one banking day at most.",
    "To %a a %t, send the id of its %t together with an idempotency key.",
    "You can %a every %k %t from the dashboard, or let the API do it at the next %t.",
    "If the bank sends the %t back, the %t changes to `failed` and names a return code such as `R01`.",
    "Each %t belongs to one %t; a %t may hold as many of them as its limit allows.",
    "The answer carries the %t in its body and the remaining %t in the header `x-%t-remaining`.",
    "We keep a %k %t for ninety days. After that only its %t can be found.",
    "Set `%t_%t` if a %t should wait for the %t instead of going out at once.",
    "Only people with the role **%t manager** can %a a %t that somebody else has made.",
    "A second call with the same key does not %a the %t again; it repeats the first answer.",
    "The *%k %t* in the sandbox behaves like a real one, except that no %t ever leaves it.",
    "When several %ts arrive within one %t, they are settled together and listed by %t.",
    "Check the %t before you %a it: a %k %t cannot be changed any more.",
    "Our libraries %a the %t for you, wait for the %t, and try again three times at most.",
];

pub(crate) fn thing(random: &mut Random) -> &'static str {
    random.pick(&THINGS)
}

pub(crate) fn action(random: &mut Random) -> &'static str {
    random.pick(&ACTIONS)
}

pub(crate) fn kind(random: &mut Random) -> &'static str {
    random.pick(&KINDS)
}

/// One sentence, in Markdown that every engine reads alike.
pub(crate) fn sentence(random: &mut Random) -> String {
    let pattern = random.pick(&SENTENCES);
    let mut sentence = String::with_capacity(pattern.len() * 2);
    let mut pieces = pattern.split('%');
    sentence.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let word = match piece.as_bytes().first() {
            Some(b't') => thing(random),
            Some(b'a') => action(random),
            _ => kind(random),
        };
        sentence.push_str(word);
        sentence.push_str(&piece[1..]);
    }
    sentence
}

/// Some sentences.
pub(crate) fn paragraph(random: &mut Random, n_sentences: usize) -> String {
    let sentences: Vec<String> = (0..n_sentences).map(|_| sentence(random)).collect();
    sentences.join(" ")
}

/// `make payment` -> `Make payment`.
pub(crate) fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

//! Code samples of the corpus, one pattern for each language.

use super::random::Random;
use super::words::{action, capitalized, thing};

/// The languages, by the names that fences give them.
pub(crate) const LANGUAGES: [&str; 8] =
    ["bash", "json", "javascript", "python", "kotlin", "swift", "go", "yaml"];

/// A sample in a language. In the patterns `@t` is a thing, `@T` the same as a type name, `@u` a second thing, `@a` an
/// action, `@n` a number.
pub(crate) fn sample(random: &mut Random, language: &str) -> String {
    let (first, second, verb) = (thing(random), thing(random), action(random));
    let number = random.between(1000, 9999).to_string();
    pattern(language)
        .replace("@t", first)
        .replace("@T", &capitalized(first))
        .replace("@u", second)
        .replace("@a", verb)
        .replace("@n", &number)
}

fn pattern(language: &str) -> &'static str {
    match language {
        "bash" => {
            r#"# @a the @t and note its id
export API_KEY="sk_sandbox_@n"
curl --fail "https://api.example.com/v2/@ts" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Idempotency-Key: @t-@n" \
  --json '{"amount": "@n.00", "@u": {"type": "checking"}}' | jq --raw-output '.id' > @t.txt
while read -r id; do echo "made $id"; done < @t.txt"#
        }
        "json" => {
            r#"{
  "id": "@t_@n",
  "status": "pending",
  "amount": "@n.50",
  "@u": { "last4": "@n", "verified": true, "nickname": null },
  "history": [
    { "event": "@t.created", "at": "2025-03-14T09:26:53Z" },
    { "event": "@t.@a", "at": "2025-03-15T01:00:00Z" }
  ]
}"#
        }
        "javascript" => {
            r#"import { Bank } from "@example/bank";

const bank = new Bank({ apiKey: process.env.API_KEY, timeout: @n });

/** Tries to @a every @t that waits for its @u. */
export async function @aAll(limit = 25) {
  let done = 0;
  for await (const @t of bank.@ts.list({ status: "pending", limit })) {
    if (@t.@u === null || @t.amount > @n) continue;
    const answer = await bank.@ts.@a(@t.id, { idempotencyKey: `@a-${@t.id}` });
    done += answer.status === "settled" ? 1 : 0;
  }
  return done;
}"#
        }
        "python" => {
            r#"from example_bank import Bank, NotFound

bank = Bank(api_key="sk_sandbox_@n", timeout=30)


def @a_all(limit: int = 25) -> list[str]:
    """Tries to @a every open @t; gives the ids of those that it could."""
    done = []
    for @t in bank.@ts.list(status="pending", limit=limit):
        try:
            done.append(bank.@ts.@a(@t.id, key=f"@a-{@t.id}").id)
        except NotFound as error:
            print(f"no @u for {@t.id}: {error}")  # @n
    return done"#
        }
        "kotlin" => {
            r"import com.example.bank.Bank

data class @TResult(val id: String, val amount: Long?)

suspend fun @aAll(bank: Bank, limit: Int = 25): List<@TResult> =
    bank.@ts.list(limit = limit)
        .filter { it.@u != null && it.amount < @n }
        .map { @t ->
            val answer = bank.@ts.@a(@t.id) // once only
            @TResult(id = answer.id, amount = answer.amount)
        }"
        }
        "swift" => {
            r#"import ExampleBank

struct @TResult: Codable {
    let id: String
    let amount: Decimal?
}

func @aAll(_ bank: Bank, limit: Int = 25) async throws -> [@TResult] {
    var done: [@TResult] = []
    for @t in try await bank.@ts.list(limit: limit) where @t.amount < @n {
        guard let @u = @t.@u else { continue } // nothing to do
        done.append(@TResult(id: "\(@t.id)-\(@u)", amount: @t.amount))
    }
    return done
}"#
        }
        "go" => {
            r#"package main

import (
	"context"
	"fmt"

	"example.com/bank"
)

// @aAll tries to @a every @t that waits.
func @aAll(ctx context.Context, client *bank.Client) (int, error) {
	done := 0
	for page := range client.@T.List(ctx, bank.Limit(@n)) {
		if _, err := client.@T.Do(ctx, page.ID); err != nil {
			return done, fmt.Errorf("cannot @a %q: %w", page.ID, err)
		}
		done++
	}
	return done, nil
}"#
        }
        _ => {
            r#"# Limits of the @t, by @u
@t:
  @u: &limits
    daily: @n
    currency: USD
    allow: [checking, savings]
  schedule:
    - name: "@a"
      cron: "0 6 * * 1-5"
      limits: *limits
      enabled: true"#
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_pattern_of_its_own_and_nothing_is_left_unfilled() {
        let mut texts: Vec<String> =
            LANGUAGES.iter().map(|language| sample(&mut Random::new(1, 1), language)).collect();
        for text in &texts {
            assert!(!["@t", "@T", "@u", "@n"].iter().any(|mark| text.contains(mark)), "{text}");
        }
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), LANGUAGES.len());
    }
}

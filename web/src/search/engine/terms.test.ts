import { expect, test } from "vitest";
import { termsOf } from "./terms";

function terms(text: string): string {
  return termsOf(text).map((term) => (term.isWhole ? `=${term.text}` : term.text)).join(" ");
}

// The same table stands in crates/portico-search/src/terms.rs.
test.each([
  ["Make a payment.", "make a payment"],
  ["R01, C05 and WEB", "r01 c05 and web"],
  ["transaction.returned", "transaction returned =transactionreturned"],
  ["`amount_exceeds_limit`", "amount exceeds limit =amountexceedslimit"],
  ["getToken()", "get token =gettoken"],
  ["HTTPServer IDs OAuth", "http server =httpserver ids auth =oauth"],
  ["POST /v2/payments/{payment_id}/cancel", "post v2 payments payment id cancel =v2paymentspaymentidcancel"],
  ["Idempotency-Key: x", "idempotency key =idempotencykey x"],
  ["same-day e.g. 2026-11-20", "same day =sameday =eg 2026 11 20 =20261120"],
  ["don't the customer’s café Größe", "dont the customers cafe große"],
  ["ﬁle ２４", "file 24"],
  ["支払いAPI 한국어 x", "支払 払い api 한국 국어 x"],
  ["字", "字"],
  ["Оплата по счёту", "оплата по счету"],
  ["cus_01JD0EXAMPLE", "cus 01jd0example =cus01jd0example"],
  ["a....b", "a b"],
  ["", ""],
])("cuts %s into terms", (text, expected) => {
  expect(terms(text)).toBe(expected);
});

test("keys and digests are no terms", () => {
  expect(terms("x".repeat(49))).toBe("");
});

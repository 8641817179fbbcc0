import { expect, test } from "vitest";
import { decodeUtf8 } from "./utf8";

test.each(["", "plain", "Überweisung", "返金", "💥 and 𝄞", "\u0000\u007f\u0080\u07ff\u0800\uffff", "x".repeat(10_000) + "é"])("reads %j", (text) => {
  expect(decodeUtf8(new TextEncoder().encode(text))).toBe(text);
});

test.each([[[0xff, 0x61]], [[0xc3]], [[0xe2, 0x82]], [[0xed, 0xa0, 0x80]], [[0xc0, 0xaf]], [[0xf5, 0x80, 0x80, 0x80]]])("bears what is no text: %j", (bytes) => {
  const text = decodeUtf8(new Uint8Array(bytes));
  expect(text).toContain("\ufffd");
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/*
 * Every colour role of tokens.css states in a comment what it must contrast with, and the least ratio.
 */
const css = readFileSync("src/styles/tokens.css", "utf8");
const [light = "", dark = ""] = css.split('[data-theme="dark"] {');

function declarations(block: string): Record<string, string> {
  return Object.fromEntries([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
}

const themes = { light: declarations(light), dark: { ...declarations(light), ...declarations(dark.split("}")[0] ?? "") } };

const claims = [...light.matchAll(/--color-([\w-]+):[^;]+;\s*\/\* (.+) \*\//g)].flatMap(([, role = "", text = ""]) =>
  [...text.matchAll(/([a-z][a-z\-, ]*?) ([\d.]+)/g)].flatMap(([, names = "", ratio = ""]) =>
    names.split(",").map((name) => ({ role, against: name.trim(), ratio: Number(ratio) })),
  ),
);

describe.each(Object.entries(themes))("%s", (_, values) => {
  it.each(claims)("$role on $against has $ratio : 1", ({ role, against, ratio }) => {
    const ground = values[`--color-surface-${against}`] === undefined ? against : `surface-${against}`;
    expect(contrast(resolve(values, `--color-${role}`), resolve(values, `--color-${ground}`))).toBeGreaterThanOrEqual(ratio);
  });
});

it("has claims to check", () => {
  expect(claims.length).toBeGreaterThanOrEqual(40);
});

function resolve(values: Record<string, string>, name: string): string {
  const value = values[name] ?? "";
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return reference === undefined ? value : resolve(values, reference);
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[\da-f]/g, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(long.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

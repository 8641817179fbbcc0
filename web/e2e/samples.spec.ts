import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import ts from "typescript";

// Code samples are read as readers copy them: from the published Markdown, with the settings filled in.

const dist = resolve(process.env["E2E_DIST"] ?? "../dist");

interface Sample {
  /** Where it stands. */
  place: string;
  language: string;
  title: string | undefined;
  code: string;
}

const samples = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md"))
  .sort()
  .flatMap((path) => samplesIn(path, readFileSync(join(dist, path), "utf8")));

function samplesIn(path: string, markdown: string): Sample[] {
  const fences = markdown.matchAll(/^(?<indent> *)(?<fence>`{3,})(?<language>\w+)(?<meta>.*)\n(?<code>[^]*?)^\k<indent>\k<fence>$/gm);
  return [...fences].map((found) => {
    const { indent = "", language = "", meta = "", code = "" } = found.groups ?? {};
    const line = markdown.slice(0, found.index).split("\n").length;
    const title = /title="([^"]+)"/.exec(meta)?.[1];
    return { place: `${path}:${String(line)}`, language, title, code: code.replaceAll(new RegExp(`^${indent}`, "gm"), "") };
  });
}

/** What is wrong with each sample in one of these languages, by its place. */
function problems(languages: readonly string[], problemIn: (sample: Sample) => string | undefined): string[] {
  const chosen = samples.filter(({ language }) => languages.includes(language));
  expect(chosen.length, `samples in ${languages.join(", ")}`).toBeGreaterThan(10);
  return chosen.flatMap((sample) => {
    const problem = problemIn(sample);
    return problem === undefined ? [] : [`${sample.place}: ${problem}`];
  });
}

/** Reads samples from its standard input, and writes what is wrong with each. */
const PYTHON_READER = `
import ast, json, sys

def problem(code):
    try:
        ast.parse(code)
    except SyntaxError as error:
        return str(error)

json.dump([problem(code) for code in json.load(sys.stdin)], sys.stdout)
`;

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test("JSON samples are JSON", () => {
  const problem = ({ code }: Sample) => {
    try {
      JSON.parse(code);
      return undefined;
    } catch (error) {
      return String(error);
    }
  };
  expect(problems(["json"], problem)).toEqual([]);
});

test("scripts are whole", () => {
  const problem = ({ code, language }: Sample) => {
    const { diagnostics = [] } = ts.transpileModule(code, { fileName: `sample.${language}`, reportDiagnostics: true });
    return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")).join("; ") || undefined;
  };
  expect(problems(["js", "ts", "tsx"], problem)).toEqual([]);
});

test("commands are whole", () => {
  const problem = ({ code }: Sample) => {
    const { status, stderr } = spawnSync("bash", ["-n"], { input: code, encoding: "utf8" });
    return status === 0 ? undefined : stderr;
  };
  expect(problems(["bash"], problem)).toEqual([]);
});

test("Python samples are whole", () => {
  test.skip(!hasPython, "there is no Python here");
  const codes = samples.filter(({ language }) => language === "python").map(({ code }) => code);
  const { stdout } = spawnSync("python3", ["-c", PYTHON_READER], { input: JSON.stringify(codes), encoding: "utf8" });
  const found = new Map((JSON.parse(stdout) as (string | null)[]).map((problem, at) => [codes[at], problem]));
  expect(problems(["python"], ({ code }) => found.get(code) ?? undefined)).toEqual([]);
});

test("the signature check agrees with its test vector", () => {
  const folder = mkdtempSync(join(tmpdir(), "portico-samples-"));
  try {
    const file = (name: string) => {
      const code = samples.find(({ title }) => title === name)?.code;
      expect(code, name).toBeDefined();
      writeFileSync(join(folder, name), code ?? "");
      return join(folder, name);
    };
    const run = (program: string, ...names: string[]) => {
      const paths = names.map(file);
      const { status, stderr } = spawnSync(program, [paths.at(-1) ?? ""], { cwd: folder, encoding: "utf8" });
      expect(status, stderr).toBe(0);
    };
    run(process.execPath, "verify.mjs", "verify.test.mjs");
    if (hasPython) run("python3", "verify.py", "test_verify.py");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "../../tests/fixture";
import { createPageLoader, parsePageAnswer } from "./page-loader";

const answered = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const fetched = vi.fn<typeof fetch>();
const signal = new AbortController().signal;
const data = { ...page, theme: "t1" };
const loader = (capacity?: number) => createPageLoader({ basePath: "/docs/", theme: "t1", ...(capacity === undefined ? {} : { capacity }) });

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(() => Promise.resolve(answered(data)));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => { vi.unstubAllGlobals(); });

test("a page comes from its data", async () => {
  expect(await loader().load("api/overview", signal)).toEqual({ kind: "page", page: data });
  expect(fetched.mock.calls[0]?.[0]).toBe("/docs/page-data/api/overview.json");
});

test("a page that is remembered is not fetched again", async () => {
  const pages = loader();
  await pages.prefetch("a");
  await pages.load("a", signal);
  await pages.load("a", signal);
  expect(fetched).toHaveBeenCalledTimes(1);
  pages.forget();
  await pages.load("a", signal);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("what was asked for before all was forgotten is asked for again", async () => {
  const pages = loader();
  fetched.mockImplementationOnce(() => Promise.resolve(answered({ ...data, title: "Outdated" })));
  const loaded = pages.load("a", signal);
  pages.forget();
  expect(await loaded).toEqual({ kind: "page", page: data });
  expect(await pages.load("a", signal)).toEqual({ kind: "page", page: data });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("a navigation waits for a prefetch that is under way", async () => {
  const pages = loader();
  const ahead = pages.prefetch("a");
  await pages.load("a", signal);
  await ahead;
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("a prefetch that fails is silent and does not spoil the navigation", async () => {
  const pages = loader();
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError("offline")));
  const ahead = pages.prefetch("a");
  const loaded = pages.load("a", signal);
  expect(await ahead).toBeNull();
  expect(await loaded).toMatchObject({ kind: "page" });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("the pages used last are kept", async () => {
  const pages = loader(2);
  await pages.load("a", signal);
  await pages.load("b", signal);
  await pages.load("a", signal);
  await pages.load("c", signal);
  fetched.mockClear();
  await pages.load("a", signal);
  expect(fetched).not.toHaveBeenCalled();
  await pages.load("b", signal);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test.each<[string, () => Promise<Response>, string]>([
  ["offline", () => Promise.reject(new TypeError("offline")), "unreachable"],
  ["an error of the server", () => Promise.resolve(answered({}, 500)), "unreachable"],
  ["no such file", () => Promise.resolve(answered({}, 404)), "missing"],
  ["a page of HTML", () => Promise.resolve(new Response("<!doctype html>")), "unreadable"],
])("%s is an error that tells why", async (_, answer, reason) => {
  fetched.mockImplementation(answer);
  await expect(loader().load("a", signal)).rejects.toMatchObject({ reason });
});

test.each([
  [null, "unreadable"],
  [[], "unreadable"],
  [{}, "unreadable"],
  [{ ...data, html: 7 }, "unreadable"],
  [{ ...data, islands: null }, "unreadable"],
  [{ ...data, theme: "t2" }, "stale"],
])("%j is no page", (value, reason) => {
  expect(() => parsePageAnswer(value, "t1")).toThrow(expect.objectContaining({ reason }));
});

test("a redirect says where the page went", () => {
  expect(parsePageAnswer({ redirect: "/new" }, "t1")).toEqual({ kind: "redirect", to: "/new" });
});

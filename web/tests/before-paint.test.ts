import { beforeEach, expect, it, vi } from "vitest";

const root = document.documentElement;

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  for (const { name } of [...root.attributes]) root.removeAttribute(name);
  root.dataset.theme = "light";
});

const run = () => import("../src/before-paint");

it("shows the stored colour mode", async () => {
  localStorage.setItem("theme", "dark");
  await run();
  expect(root.dataset.theme).toBe("dark");
});

it.each(["", "blue", "system"])("leaves the default for the stored value '%s'", async (stored) => {
  localStorage.setItem("theme", stored);
  await run();
  expect(root.dataset.theme).toBe("light");
});

it("ignores the stored colour mode where the switch is disabled", async () => {
  localStorage.setItem("theme", "dark");
  root.dataset.themeSwitch = "disabled";
  await run();
  expect(root.dataset.theme).toBe("light");
});

it.each([
  ["one", "true", "dismissed"],
  ["two", "true", undefined],
  ["one", "false", undefined],
  ["one", "yes", undefined],
])("compares the announcement '%s' with what was dismissed: %s", async (current, dismissal, expected) => {
  localStorage.setItem("portico.announcement.dismiss", dismissal);
  localStorage.setItem("portico.announcement.id", "one");
  root.dataset.announcementId = current;
  await run();
  expect(root.dataset.announcement).toBe(expected);
});

it("says which tabs were chosen", async () => {
  localStorage.setItem("portico.tab.language", "python");
  await run();
  expect(root.getAttribute("data-tab-language")).toBe("python");
});

it("does nothing without storage", async () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new Error("denied");
  });
  await run();
  expect(root.dataset.theme).toBe("light");
  vi.restoreAllMocks();
});

it("marks what is pressed until the page is hydrated", async () => {
  document.body.innerHTML = "<button><span>Open menu</span></button>";
  const press = () => { document.querySelector("span")?.click(); };
  const isMarked = () => document.querySelector("button")?.hasAttribute("data-pressed");
  await run();
  press();
  expect(isMarked()).toBe(true);
  document.querySelector("button")?.removeAttribute("data-pressed");
  root.dataset.hydrated = "";
  press();
  expect(isMarked()).toBe(false);
});

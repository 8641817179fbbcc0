import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Tabs } from "./Tabs";
import { parseTabsProps } from "./tabs-props";

const values = ["npm", "yarn", "pnpm"];
const items = values.map((value) => ({ value, label: value.toUpperCase(), isDefault: false }));
const slots = values.map((value) => `use ${value}`);

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/");
  vi.stubGlobal("scrollBy", vi.fn());
});

const selected = () => screen.getAllByRole("tab", { selected: true }).map((tab) => tab.textContent);
const shown = () => screen.getAllByRole("tabpanel").map((panel) => panel.textContent);

test("the first tab shows, or the one that is the default", () => {
  const { unmount } = render(<Tabs props={{ tabs: items }} slots={slots} />);
  expect(selected()).toEqual(["NPM"]);
  expect(shown()).toEqual(["use npm"]);
  unmount();
  render(<Tabs props={{ tabs: items.map((item) => ({ ...item, isDefault: item.value === "yarn" })) }} slots={slots} />);
  expect(shown()).toEqual(["use yarn"]);
});

test("tabs of a group go together and are remembered", async () => {
  const pair = (
    <>
      <Tabs props={{ groupId: "manager", tabs: items }} slots={slots} />
      <Tabs props={{ groupId: "manager", tabs: items.slice(0, 2) }} slots={slots} />
    </>
  );
  const { unmount } = render(pair);
  await userEvent.click(within(screen.getAllByRole("tablist")[1] as HTMLElement).getByRole("tab", { name: "YARN" }));
  expect(selected()).toEqual(["YARN", "YARN"]);
  expect(localStorage.getItem("portico.tab.manager")).toBe("yarn");
  unmount();

  render(pair);
  expect(selected()).toEqual(["YARN", "YARN"]);
  // The second one has no such tab and keeps what was chosen on it, which is nothing.
  await userEvent.click(screen.getByRole("tab", { name: "PNPM" }));
  expect(selected()).toEqual(["PNPM", "NPM"]);
});

test("tabs without a group are by themselves", async () => {
  render(
    <>
      <Tabs props={{ tabs: items }} slots={slots} />
      <Tabs props={{ tabs: items }} slots={slots} />
    </>,
  );
  await userEvent.click(screen.getAllByRole("tab", { name: "YARN" })[0] as HTMLElement);
  expect(selected()).toEqual(["YARN", "NPM"]);
  expect(localStorage).toHaveLength(0);
});

test("what was stored by something else does no harm", () => {
  localStorage.setItem("portico.tab.manager", "brew");
  render(<Tabs props={{ groupId: "manager", tabs: items }} slots={slots} />);
  expect(selected()).toEqual(["NPM"]);
});

test("the address names the tab before all else, and follows", async () => {
  localStorage.setItem("portico.tab.manager", "yarn");
  history.replaceState({ kept: 1 }, "", "/?manager=pnpm&x=1#y");
  render(<Tabs props={{ groupId: "manager", queryString: true, tabs: items }} slots={slots} />);
  expect(selected()).toEqual(["PNPM"]);
  await userEvent.click(screen.getByRole("tab", { name: "NPM" }));
  expect(selected()).toEqual(["NPM"]);
  expect(location.search + location.hash).toBe("?manager=npm&x=1#y");
  expect(history.state).toEqual({ kept: 1 });
});

test("arrows, Home and End move the focus, Enter and Space choose", async () => {
  render(<Tabs props={{ tabs: items }} slots={slots} />);
  const user = userEvent.setup();
  const focused = () => document.activeElement?.textContent;
  await user.tab();
  expect(focused()).toBe("NPM");
  await user.keyboard("{ArrowLeft}");
  expect(focused()).toBe("PNPM");
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(focused()).toBe("YARN");
  expect(selected()).toEqual(["NPM"]);
  expect(document.activeElement).toHaveProperty("tabIndex", 0);
  await user.keyboard("{Enter}");
  expect(selected()).toEqual(["YARN"]);
  await user.keyboard("{End}[Space]");
  expect(selected()).toEqual(["PNPM"]);
  await user.keyboard("{Home}");
  expect(focused()).toBe("NPM");
});

test("a panel that the browser finds something in shows", () => {
  render(<Tabs props={{ tabs: items }} slots={slots} />);
  const hidden = screen.getByText("use yarn");
  expect(hidden.getAttribute("hidden")).toBe("until-found");
  hidden.dispatchEvent(new Event("beforematch", { bubbles: true }));
  expect(shown()).toEqual(["use yarn"]);
});

test.each([
  [{}, "`Tabs` needs a `TabItem`"],
  [{ tabs: [{ label: "A" }] }, "`TabItem` needs `value`"],
  [{ tabs: [...items, items[0]] }, "two items of `Tabs` have the value `npm`"],
  [{ tabs: items, defaultValue: "brew" }, "`Tabs` has no item with the `defaultValue` `brew`"],
  [{ tabs: items, queryString: true }, "`Tabs` with `queryString` needs `groupId`, or the parameter's name"],
])("an author's mistake has a name: %j", (props, message) => {
  expect(() => parseTabsProps(props)).toThrow(message);
});

import { bootstrapOf, expect, open, test } from "./portal";
import { routes } from "./routes";

for (const { route, sidebar, about } of routes) {
  test(`${route} shows ${about}`, async ({ page }) => {
    const response = await open(page, route);
    expect(response.status()).toBe(200);

    const { site, page: data } = await bootstrapOf(page);
    expect(data.route).toBe(route);
    expect(data.sidebar ?? null).toBe(sidebar);

    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveCount(1);
    const end = ` ${site.titleDelimiter} ${site.title}`;
    const title = await page.title();
    if (route !== "/") expect(title).toBe(`${(await heading.innerText()).trim()}${end}`);
    else expect(title.endsWith(end) || title === site.title).toBe(true);

    const tree = page.getByRole("navigation", { name: "Docs sidebar" });
    await expect(tree).toHaveCount(sidebar === null ? 0 : 1);
    const current = tree.locator("[aria-current='page']");
    await expect(current).toHaveCount(sidebar === null ? 0 : 1);
    if (sidebar !== null) await expect(current).toHaveAttribute("href", route);
  });
}

test("an unknown path is not found", async ({ page, problems }) => {
  const response = await open(page, "/no/such/page");
  expect(response.status()).toBe(404);
  await expect(page).toHaveTitle(/^Page Not Found \| /);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expect(page.getByText("We could not find what you were looking for.")).toBeVisible();
  // The browser itself reports the status.
  expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  problems.length = 0;
});

for (const path of ["/quickstart", "/quickstart/", "/quickstart.html", "/quickstart/index.html", "/best-practices/", "/best-practices.html", "/best-practices/index.html", "/index.html"]) {
  test(`${path} reaches its page`, async ({ page }) => {
    await page.goto(path);
    const key = path.replace(/(\/index)?\.html$/, "").replace(/\/$/, "");
    const { page: data } = await bootstrapOf(page);
    expect(data.route.replace(/\/$/, "")).toBe(key);
    await expect(page.locator("link[rel='canonical']")).toHaveAttribute("href", data.canonicalUrl);
    expect(new URL(data.canonicalUrl).pathname).toBe(data.route);
  });
}

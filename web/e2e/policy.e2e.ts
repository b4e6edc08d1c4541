import { openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

// So every browser test fails at a violation: errors of the console fail it (browser-watch.ts).
test(
  "text that would become markup or a script's address is refused, with an error of the console each",
  { tag: "@main" },
  async ({ page, allowErrors }) => {
    allowErrors(/Trusted|Content Security Policy/i);
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await openUser(page, "gemhunter");
    const outcomes = await page.evaluate(() => {
      const attempt = (work: () => unknown) => {
        try {
          work();
          return "let through";
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        attempt(() => (document.createElement("div").innerHTML = "<b>x</b>")),
        attempt(() => (document.createElement("script").src = "https://evil.example/x.js")),
        attempt(() => new Worker("/worker.js")),
      ];
    });
    expect(outcomes).toEqual(["TypeError", "TypeError", "TypeError"]);
    await expect.poll(() => errors.length).toBeGreaterThanOrEqual(3);
  },
);

test("the first script has a hash in its name and is cached for a year", async ({ page }) => {
  await page.goto("/about");
  const source = await page.locator("head script[src]:not([type])").getAttribute("src");
  expect(source).toMatch(/^\/assets\/first-[\w-]{8}\.js$/);
  const answer = await page.request.get(source ?? "");
  expect(answer.status()).toBe(200);
  expect(answer.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(answer.headers()["content-type"]).toContain("javascript");
  expect((await page.request.get("/first.js")).status()).toBe(404);
});

test("the first paint waits for the first script only if it has a choice to apply", async ({
  page,
  context,
}) => {
  const blocks = async () => {
    await page.goto("/about");
    await expect(page.getByRole("button", { name: /^Theme: / })).toBeVisible();
    return page.evaluate(() => {
      const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const first = all.find(({ name }) => /\/assets\/first-[\w-]+\.js$/.test(name));
      return Reflect.get(first ?? {}, "renderBlockingStatus") as unknown;
    });
  };
  expect(await blocks()).toBe("non-blocking");
  await page.getByRole("button", { name: /^Theme: / }).click();
  const expires = async () => (await context.cookies())[0]?.expires ?? 0;
  await expect.poll(expires, "the cookie outlives the browser").toBeGreaterThan(0);
  expect(await blocks()).toBe("blocking");
  await context.clearCookies();
  expect(await blocks(), "the cookie is gone").toBe("non-blocking");
  expect(await blocks(), "the script has renewed it").toBe("blocking");
});

import type { Page } from "@playwright/test";
import { openPost, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

interface Violations {
  violations: string[];
}

/** Each page collects its own violations, because they are events and not errors. */
const watchPolicy = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { violations: seen });
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
      seen.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });

const violations = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as Violations).violations);

/** A frame has no network here, so it counts as started once it is in the page. */
const hasBegun = (media: Element): boolean => {
  if (media instanceof HTMLVideoElement) return media.readyState >= media.HAVE_CURRENT_DATA;
  return !(media instanceof HTMLImageElement) || media.naturalWidth > 0;
};

const OPENED = [
  "Ceylon sapphire",
  "Turn it slowly",
  "Opal, tilted one degree",
  "Amber light",
  "How I polish a cabochon",
  "Faceting time lapse",
];

test("pages, pictures, streams and frames cause no Trusted Types violation", async ({
  page,
  allowForeignRequests,
}) => {
  allowForeignRequests(/^https:\/\/(www\.youtube-nocookie|streamable)\.com\//);
  await watchPolicy(page);
  await page.addInitScript(() => {
    const own = HTMLMediaElement.prototype.canPlayType;
    HTMLMediaElement.prototype.canPlayType = function canPlayType(type: string) {
      return type.includes("mpegurl") ? "" : own.call(this, type);
    };
  });
  for (const path of ["/", "/leaderboard", "/about", "/login", "/signup", "/admin"]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    expect(await violations(page), path).toEqual([]);
  }
  for (const title of OPENED) {
    const { viewer } = await openPost(page, "gemhunter", title);
    const media = viewer.locator("img, video, iframe").first();
    await expect(media).toBeVisible();
    await expect.poll(() => media.evaluate(hasBegun), title).toBe(true);
    expect(await violations(page), title).toEqual([]);
  }
});

test("text that would become markup or a script's address is refused and reported", async ({
  page,
  allowErrors,
}) => {
  allowErrors(/Trusted|Content Security Policy/i);
  await watchPolicy(page);
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
  await expect.poll(async () => (await violations(page)).length).toBeGreaterThanOrEqual(3);
});

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

import type { Page } from "@playwright/test";
import { paths } from "#web/paths.ts";
import { becomeMember } from "./account-page.ts";
import { expectAppStarted } from "./app-started.ts";
import { cards } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { holdScripts } from "./hold-scripts.ts";
import { shiftsOf, watchShifts } from "./layout-shifts.ts";

// What is seen before the app starts depends on animations with a delay.
test.use({ animationSpeed: 1 });

const places = (page: Page) =>
  page.evaluate(() => {
    const boxes = ["h1", "article", "article img", "search input"].map((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return [box?.left, box?.top, box?.width, box?.height].map((value) => Math.round(value ?? -1));
    });
    const cover = document.querySelector("article img");
    return { boxes, filter: cover && getComputedStyle(cover).filter };
  });

/** Records whether the heading was ever removed after it appeared. */
const watchHeading = (page: Page) =>
  page.addInitScript(() => {
    let wasThere = false;
    new MutationObserver(() => {
      const isThere = document.querySelector("h1") !== null;
      if (wasThere && !isThere) Reflect.set(globalThis, "headingLost", true);
      wasThere ||= isThere;
    }).observe(document, { childList: true, subtree: true });
  });

test(
  "the app replaces the first view in one step, without a placeholder",
  { tag: "@both" },
  async ({ page }) => {
    await watchHeading(page);
    for (const path of ["/", "/user/gemhunter", "/leaderboard"]) {
      await page.goto(path);
      await expectAppStarted(page);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(globalThis, "headingLost")), path).toBe(
        undefined,
      );
    }
  },
);

test(
  "profile and first pictures are shown before any script, and do not move",
  { tag: ["@both", "@main"] },
  async ({ page, context, axe }) => {
    const letGo = await holdScripts(context);
    await watchShifts(page);
    await page.goto("/user/gemhunter", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1, name: "Gem Hunter" })).toBeVisible();
    await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>("article img");
      return image?.complete && image.naturalWidth > 0;
    });
    const before = await places(page);
    expect(before.filter ?? "", "covered from the first moment").toMatch(/blur/);
    await axe({ beforeApp: true });
    letGo();
    await expectAppStarted(page);
    await expect(cards(page).first()).toBeVisible();
    const after = await places(page);
    expect(after.filter).toBe(before.filter);
    const moved = after.boxes.flat().map((edge, at) => edge - (before.boxes.flat()[at] ?? 0));
    expect(Math.max(...moved.map(Math.abs)), `moved by ${moved.join(" ")}`).toBeLessThanOrEqual(2);
    expect(await shiftsOf(page)).toEqual([]);
  },
);

/**
 * Takes the last element out of the page again and again, and returns what then stood elsewhere. A slow connection
 * delivers the page in such states, in the opposite order.
 */
const movedByWhatFollows = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll("#root *")].filter(
      (element) => element.getClientRects().length > 0 && !element.closest("#unfinished"),
    );
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeName === "#text" && node.textContent?.trim());
    const painted = shown.filter(
      (element) => element.matches("img, svg, input") || hasText(element),
    );
    const place = (element: Element) => {
      const { left, top } = element.getBoundingClientRect();
      return `${Math.round(left)} ${Math.round(top)}`;
    };
    const places = new Map(painted.map((element) => [element, place(element)]));
    const moved: string[] = [];
    for (const last of shown.toReversed()) {
      last.remove();
      for (const [element, before] of places) {
        const now = element.isConnected ? place(element) : before;
        if (now !== before)
          moved.push(`${element.outerHTML} from ${now} to ${before} by ${last.outerHTML}`);
      }
    }
    return { moved, count: painted.length };
  });

test(
  "no part of the first view is moved by a later one, however slowly the page arrives",
  { tag: "@both" },
  async ({ page, context }) => {
    await holdScripts(context);
    for (const path of ["/", "/user/gemhunter", "/leaderboard"]) {
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.locator("#unfinished")).toBeAttached();
      const { moved, count } = await movedByWhatFollows(page);
      expect(moved, path).toEqual([]);
      expect(count, path).toBeGreaterThan(3);
    }
  },
);

test(
  "the late name of the source moves nothing, even in a full line",
  { tag: "@phone" },
  async ({ page }) => {
    const chunk = Promise.withResolvers<void>();
    await page.route("**/assets/source-*.js", async (route) => {
      await chunk.promise;
      await route.continue();
    });
    await watchShifts(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/user/tangle_of_words");
    await expect(page.getByRole("link", { name: "Atom feed" })).toBeVisible();
    const chip = page.getByRole("button", { name: /^Source: / });
    await expect(chip).toHaveCount(0);
    chunk.resolve();
    await expect(chip).toBeVisible();
    expect(await shiftsOf(page)).toEqual([]);
  },
);

test(
  "a session that arrives after the page moves no picture",
  { tag: "@both" },
  async ({ page, context }) => {
    await becomeMember(context);
    // Like a page whose API has a host of its own, or whose database is slow.
    await page.route("/user/gemhunter", async (route) => {
      const answer = await route.fetch();
      const whole = await answer.text();
      const body = whole.replace(/\[\["api","auth","status"\].*?(?=\[\["api","reddit")/s, "");
      expect(body.length).toBeLessThan(whole.length);
      await route.fulfill({ response: answer, body });
    });
    const mayAnswer = Promise.withResolvers<void>();
    await page.route("**/api/auth/status", async (route) => {
      await mayAnswer.promise;
      await route.continue();
    });
    await page.goto("/user/gemhunter");
    await expect(page.getByRole("button", { name: "Show them" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Source: / })).toBeVisible();
    const before = await cards(page).first().boundingBox();
    mayAnswer.resolve();
    await expect(page.getByRole("button", { name: "Show them" })).toHaveCount(0);
    expect(await cards(page).first().boundingBox()).toEqual(before);
  },
);

test("the display font moves nothing when it arrives", { tag: "@both" }, async ({ page }) => {
  let fontMayCome = Promise.withResolvers<void>();
  await page.route("**/*.woff2", async (route) => {
    await fontMayCome.promise;
    await route.continue();
  });
  await watchShifts(page);
  const height = () => page.evaluate(() => document.querySelector("h1")?.clientHeight);
  for (const path of ["/", "/user/gemhunter"]) {
    fontMayCome = Promise.withResolvers<void>();
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.fonts.status), path).toBe("loading");
    // What was not painted yet does not count as a shift.
    const before = await height();
    fontMayCome.resolve();
    await page.evaluate(() => document.fonts.ready);
    await expect.poll(height, path).toBe(before);
    expect(await shiftsOf(page), path).toEqual([]);
  }
});

/** Half of the limit for a good CLS in Web Vitals. */
const MOST_SHIFT = 0.05;

test(
  "the footer does not jump up below a page that is shorter than its placeholder",
  { tag: "@both" },
  async ({ page, allowErrors }) => {
    allowErrors(/status of 404 .*no\/such/);
    await watchShifts(page);
    let letGo = () => {};
    await page.route(
      /\/assets\/(not-found|following)-[^/]+\.js$|\/api\/leaderboard\/posts/,
      async (route) => {
        await new Promise<void>((resolve) => (letGo = resolve));
        if (route.request().url().includes("/assets/")) return route.continue();
        const json = { type: "posts", posts: [], total: 0, generated: new Date().toISOString() };
        return route.fulfill({ json });
      },
    );
    for (const [path, heading] of [
      ["/no/such/page", "404 Page Not Found"],
      [paths.following(), "You follow nobody yet"],
      ["/leaderboard?tab=posts", "No Posts Yet"],
    ] as const) {
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.locator("main div[aria-busy=true]"), path).toBeVisible();
      await shiftsOf(page);
      letGo();
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      await expect(page.getByRole("contentinfo")).toBeVisible();
      const shifts = await shiftsOf(page);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect(sum, `${path} ${JSON.stringify(shifts)}`).toBeLessThan(MOST_SHIFT);
    }
  },
);

test("a page preloads its own chunk at low priority", async ({ page }) => {
  const html = await (await page.request.get("/user/gemhunter")).text();
  const own = /<link rel="modulepreload" fetchpriority="low" href="(\/assets\/user-[^"]+\.js)">/;
  const [, address = ""] = own.exec(html) ?? [];
  expect((await page.request.get(address)).status()).toBe(200);
  expect(html.match(/rel="modulepreload"/g)?.length, "what is shared waits").toBe(1);
});

test("the styles are in the page, and no chunk fetches them again", async ({ page }) => {
  const styles: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "stylesheet") styles.push(request.url());
  });
  await page.goto("/user/gemhunter");
  // The chip is in a lazy chunk.
  await expect(page.getByRole("button", { name: /^Source:/ })).toBeVisible();
  expect(styles).toEqual([]);
});

test(
  "a search sent before any script opens the profile",
  { tag: "@phone" },
  async ({ page, context }) => {
    await holdScripts(context);
    for (const [from, form] of [
      ["/", "Find a creator"],
      ["/about", "Search Reddit users"],
    ] as const) {
      await page.goto(from, { waitUntil: "commit" });
      const field = page.getByRole("search", { name: form }).getByRole("searchbox");
      await field.fill(" u/northlight ");
      await field.press("Enter");
      await page.waitForURL("**/user/northlight", { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  },
);

test("text typed before the scripts run stays in the field", async ({ page, context }) => {
  const letGo = await holdScripts(context);
  await page.goto("/", { waitUntil: "commit" });
  const field = page.getByRole("search", { name: "Find a creator" }).getByRole("searchbox");
  await field.pressSequentially("gemh");
  letGo();
  await expect(page.getByRole("link", { name: /^Popular/ })).toBeVisible();
  await page.keyboard.type("unter");
  await expect(field).toHaveValue("gemhunter");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/user/gemhunter");
});

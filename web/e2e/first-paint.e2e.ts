import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { cards } from "./feed-page.ts";
import { journey } from "./journey.ts";

const both = { device: ["phone", "desktop"] as ("phone" | "desktop")[] };

/** Keeps every script of ours waiting until it is let go. */
async function holdScripts(context: BrowserContext): Promise<() => void> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await context.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}

const places = (page: Page) =>
  page.evaluate(() => {
    const boxes = ["h1", "article", "article img", "search input"].map((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return [box?.left, box?.top, box?.width, box?.height].map((value) => Math.round(value ?? -1));
    });
    const cover = document.querySelector("article img");
    return { boxes, filter: cover && getComputedStyle(cover).filter };
  });

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(globalThis, "shifts", shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, "value") as number);
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Whether the heading, once there, was ever away again. */
const watchHeading = (page: Page) =>
  page.addInitScript(() => {
    let wasThere = false;
    new MutationObserver(() => {
      const isThere = document.querySelector("h1") !== null;
      if (wasThere && !isThere) Reflect.set(globalThis, "headingLost", true);
      wasThere ||= isThere;
    }).observe(document, { childList: true, subtree: true });
  });

journey("the app takes over in one step, with no placeholder between", both, async ({ page }) => {
  await watchHeading(page);
  for (const path of ["/", "/user/gemhunter", "/leaderboard"]) {
    await page.goto(path);
    await page.locator('a[href="#main"]').first().waitFor({ state: "attached" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(
      await page.evaluate(() => Reflect.get(globalThis, "headingLost")),
      undefined,
      path,
    );
  }
});

journey(
  "the person and the first pictures are there before any script, and stay in their places",
  both,
  async ({ page, context, axe, shot }) => {
    const letGo = await holdScripts(context);
    await watchShifts(page);
    await page.goto("/user/gemhunter", { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1, name: "Gem Hunter" }).waitFor();
    await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>("article img");
      return image?.complete && image.naturalWidth > 0;
    });
    const before = await places(page);
    assert.match(before.filter ?? "", /blur/, "covered from the first moment");
    await axe({ beforeApp: true });
    await shot("before any script");
    letGo();
    await cards(page).first().waitFor();
    await shot("with scripts");
    const after = await places(page);
    assert.equal(after.filter, before.filter);
    const moved = after.boxes.flat().map((edge, at) => edge - (before.boxes.flat()[at] ?? 0));
    assert.ok(Math.max(...moved.map(Math.abs)) <= 2, `moved by ${moved.join(" ")}`);
    assert.deepEqual(await page.evaluate(() => Reflect.get(globalThis, "shifts")), []);
  },
);

journey("a drawn page names its own code at once, behind its picture", {}, async ({ page }) => {
  const html = await (await page.request.get("/user/gemhunter")).text();
  const own = /<link rel="modulepreload" fetchpriority="low" href="(\/assets\/user-[^"]+\.js)">/;
  const [, address = ""] = own.exec(html) ?? [];
  assert.equal((await page.request.get(address)).status(), 200);
  assert.equal(html.match(/rel="modulepreload"/g)?.length, 1, "what is shared waits");
});

journey("a search sent before any script leads to the person", both, async ({ page, context }) => {
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
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
});

journey("what is typed before the scripts stays in the field", {}, async ({ page, context }) => {
  const letGo = await holdScripts(context);
  await page.goto("/", { waitUntil: "commit" });
  const field = page.getByRole("search", { name: "Find a creator" }).getByRole("searchbox");
  await field.pressSequentially("gemh");
  letGo();
  await page.getByRole("link", { name: /^Popular/ }).waitFor();
  await page.keyboard.type("unter");
  assert.equal(await field.inputValue(), "gemhunter");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/user/gemhunter");
});

import type { Locator, Page } from "@playwright/test";
import { adminToken, becomeMember, giveHeart } from "./account-page.ts";
import { expectNoSidewaysScroll, openPost, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { loadEverything, narrowButton, openNarrowSheet } from "./narrow-page.ts";

// Boards have rows.
test.use({ isSeeded: true });

const CONTROLS = "button, fieldset label";

/** Words that are drawn on two lines. */
const splitWords = (page: Page, parts = CONTROLS) =>
  page.locator(`:is(main, dialog[open]) :is(${parts}), dialog[open] dd`).evaluateAll((all) => {
    const found: string[] = [];
    for (const one of all.filter((part) => part.checkVisibility())) {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        for (const { index, 0: word } of (text.nodeValue ?? "").matchAll(/[A-Za-z]+/g)) {
          const range = new Range();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(word);
        }
      }
    }
    return found;
  });

test(
  "a phone with large letters gets the narrow layout and never scrolls sideways",
  { tag: "@phone" },
  async ({ page, axe }) => {
    const browser = await page.context().newCDPSession(page);
    await page.setViewportSize({ width: 360, height: 844 });
    for (const letters of [20, 24, 32]) {
      await browser.send("Page.setFontSizes", { fontSizes: { standard: letters } });
      for (const path of [
        "/",
        "/user/gemhunter",
        "/leaderboard",
        "/login",
        "/privacy",
        "/contact",
      ]) {
        await page.goto(path);
        const size = page.locator("html");
        await expect(size, "the letters").toHaveCSS("font-size", `${letters}px`);
        await expect(page.getByRole("contentinfo")).toBeAttached();
        await expectNoSidewaysScroll(page, `${path} with letters of ${letters} px`);
        const split = () => splitWords(page, `h1, ${CONTROLS}`);
        await expect.poll(split, `${path}, ${letters} px`).toEqual([]);
      }
    }
    await page.goto("/leaderboard?tab=posts");
    for (const place of [1, 3]) {
      const heart = page
        .getByRole("article")
        .nth(place)
        .getByRole("button", { name: /^Heart/ });
      await heart.scrollIntoViewIfNeeded();
      await expect(heart, "of a card that cuts what does not fit").toBeInViewport({ ratio: 1 });
    }
    await openUser(page, "gemhunter");
    const shown = page.getByText(/^All · \d/).filter({ visible: true });
    const lines = () =>
      shown.evaluate(
        (one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
      );
    await expect.poll(lines, "of the active filter and its count").toBeLessThan(2.5);
    await expect(narrowButton(page)).toBeInViewport({ ratio: 1 });
    for (const filter of await page.getByRole("radio", { name: /^(?:All|Images|Videos)/ }).all()) {
      await filter.scrollIntoViewIfNeeded();
      await expect(filter).toBeInViewport({ ratio: 1 });
    }
    await axe();
    const { viewer } = await openPost(page, "gemhunter", "Ceylon sapphire");
    await expect(viewer.getByRole("button", { name: "Next post" })).toBeInViewport({ ratio: 1 });
    await expect(viewer.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
  },
);

const cut = (target: Locator) =>
  target.evaluate((one) =>
    Math.max(one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight),
  );

test(
  "with large letters a phone shows what is typed, whole names, and words in one piece",
  { tag: "@phone" },
  async ({ page, context }) => {
    const browser = await context.newCDPSession(page);
    await page.setViewportSize({ width: 360, height: 844 });
    await becomeMember(context);
    await giveHeart(context.request, "users", "gemhunter");
    const token = await adminToken(context.request);
    await page.addInitScript((value) => localStorage.setItem("adminToken", value), token);
    const main = page.getByRole("main");
    for (const letters of [20, 24, 32]) {
      await browser.send("Page.setFontSizes", { fontSizes: { standard: letters } });
      const opened = async (path: string, sign: Locator) => {
        await page.goto(path);
        await expect(sign).toBeVisible();
        await expectNoSidewaysScroll(page, `${path} with letters of ${letters} px`);
        await expect.poll(() => splitWords(page), `${path}, ${letters} px`).toEqual([]);
      };
      const field = main.getByRole("searchbox", { name: "Reddit username" });
      await opened("/", main.getByRole("heading", { name: "Top Reddit Creators" }));
      await field.fill("gemhunter");
      expect(await cut(field), `typed at ${letters} px`).toBe(0);
      const search = main.getByRole("button", { name: "Search" });
      await search.scrollIntoViewIfNeeded();
      await expect(search).toBeInViewport({ ratio: 0.99 });
      const name = main.getByRole("heading", { level: 1 });
      await opened("/user/gemhunter", main.getByRole("article").first());
      expect(await cut(name), `title at ${letters} px`).toBe(0);
      const saved = main.getByRole("article", { name: "u/gemhunter" });
      await opened("/account", saved);
      const lines = await saved.getByText("u/gemhunter").evaluate((one) => {
        return one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight);
      });
      expect(Math.round(lines), `saved name at ${letters} px`).toBeLessThanOrEqual(2);
      const community = main.getByText("r/adorableporn");
      await opened("/admin", community);
      expect(await cut(community), `community at ${letters} px`).toBe(0);
    }
  },
);

/** What is wider than its dialog, by its first words. */
const sticksOut = (dialog: Locator) =>
  dialog.evaluate((one) => {
    const panel = one.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
    return [...one.querySelectorAll("button, a, input, select, textarea, label, li, dd")]
      .filter((part) => part.checkVisibility())
      .filter((part) => {
        const { left, right } = part.getBoundingClientRect();
        return left < panel.left || right > panel.right;
      })
      .map((part) => `${part.localName} ${part.textContent.slice(0, 40)}`);
  });

test(
  "with large letters a dialog's parts stay inside it, with words in one piece",
  { tag: "@phone" },
  async ({ page, context }) => {
    const browser = await context.newCDPSession(page);
    await page.setViewportSize({ width: 360, height: 844 });
    for (const letters of [24, 32]) {
      await browser.send("Page.setFontSizes", { fontSizes: { standard: letters } });
      const fits = async (dialog: Locator, name: string) => {
        const at = `${name} with letters of ${letters} px`;
        await expect(dialog).toBeVisible();
        await expect.poll(() => sticksOut(dialog), at).toEqual([]);
        await expect.poll(() => splitWords(page), at).toEqual([]);
      };
      await openUser(page, "gemhunter");
      await page.getByRole("button", { name: /^Source: / }).click();
      await fits(page.getByRole("dialog", { name: "Where these posts come from" }), "source");
      await page.keyboard.press("Escape");
      const sheet = await openNarrowSheet(page);
      await expect(loadEverything(sheet)).toBeVisible();
      await fits(sheet, "Narrow down");
      await page.keyboard.press("Escape");
      await page.getByRole("contentinfo").getByRole("button", { name: "Feedback" }).click();
      await fits(page.getByRole("dialog", { name: "Feedback" }), "Feedback");
      await openPost(page, "gemhunter", "Split a boring grey nodule");
      await expect.poll(() => splitWords(page), `a post, ${letters} px`).toEqual([]);
    }
  },
);

/** The text spacing of WCAG 1.4.12. */
const SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }";

test("with WCAG's text spacing a wide window never scrolls sideways", async ({ page }) => {
  await openUser(page, "gemhunter");
  await page.addStyleTag({ content: SPACING });
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page, `the filters at ${width} pixels`);
    const narrow = narrowButton(page);
    await expect(narrow).toBeInViewport({ ratio: 1 });
  }
});

test("with a minimum font size of 24 pixels no button is wider than a phone", async ({ page }) => {
  await page.setViewportSize({ width: 348, height: 740 });
  for (const path of ["/", "/contact", "/privacy"]) {
    await page.goto(path);
    // Like Firefox's minimum font size: lengths in rem stay the same.
    await page.addStyleTag({ content: "body * { font-size: 24px !important }" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page, path);
  }
});

test("in a laptop's window at 200 % the list of shortcuts stays in view and scrolls", async ({
  page,
}) => {
  await page.setViewportSize({ width: 683, height: 320 });
  const { viewer } = await openPost(page, "gemhunter", "Ceylon sapphire");
  await page.keyboard.press("?");
  const list = viewer.getByRole("region", { name: "Keyboard shortcuts" });
  await expect(list).toBeInViewport({ ratio: 1 });
  await list.getByText("Close").scrollIntoViewIfNeeded();
  await expect(list.getByText("Close")).toBeInViewport({ ratio: 1 });
});

test("in a laptop's window at 200 % no control of an open post has the focus under the bar", async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  const { viewer } = await openPost(page, "gemhunter", "Split a boring grey nodule");
  await viewer.getByRole("link", { name: "View on Reddit" }).focus();
  const hidden = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      const bar = document.querySelector(".viewer-bar");
      if (!focused || !bar || bar.contains(focused)) return 0;
      return bar.getBoundingClientRect().bottom - focused.getBoundingClientRect().top;
    });
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press("Shift+Tab");
    await expect.poll(hidden, `after ${presses + 1} presses`).toBeLessThanOrEqual(0);
  }
});

import type { Page } from "@playwright/test";
import { becomeMember } from "./account-page.ts";
import { cards, expectNoSidewaysScroll, openPost, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { kindOf, loadedToEnd, loadEverything } from "./narrow-page.ts";

/**
 * Acts like a browser's translation: replaces each text node, later ones too, by an element with the translation. React
 * keeps a reference to the removed node.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrap = (text: Node) => {
      const parent = text.parentElement;
      if (!text.nodeValue?.trim() || !parent || parent.closest("font, svg, script, style")) return;
      const translation = document.createElement("font");
      translation.textContent = text.nodeValue;
      parent.replaceChild(translation, text);
    };
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) wrap(text);
    };
    wrapAll(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) wrapAll(node);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

const broken = (page: Page) => page.getByRole("heading", { name: "Something went wrong" });

test("a translated page accepts a heart, and its count follows", async ({ page, context }) => {
  await becomeMember(context);
  await openUser(page, "gemhunter");
  const heart = page.getByRole("region", { name: "Profile" }).locator("button[aria-pressed]");
  await expect(heart).toHaveAttribute("aria-busy", "false");
  await expect(heart).toHaveText(/^\d+$/);
  // Other tests heart the same creator.
  const before = Number(await heart.textContent());
  await translate(page);
  for (const change of [1, 0, 1]) {
    await heart.click();
    await expect(heart).toHaveText(String(before + change));
    await expect(heart).toHaveAttribute("aria-busy", "false");
  }
  await expect(broken(page)).toHaveCount(0);
});

test("a translated viewer shows each post's own data", async ({ page }) => {
  const { post } = await openPost(page, "gemhunter", "Split a boring grey nodule");
  const viewer = page.getByRole("dialog");
  await translate(page);
  const place = viewer.getByText(/^Image \d+ \/ \d+$/);
  await expect(place).toHaveText(/^Image 1 \//);
  await page.keyboard.press("ArrowRight");
  await expect(place).toHaveText(/^Image 2 \//);
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(new RegExp(post.id.replace("t3_", "")));
  const subreddit = viewer.getByRole("link", { name: /^r\// }).first();
  const row = viewer.getByRole("definition").first();
  await expect(row).not.toHaveText(`r/${post.subreddit}`);
  await expect(subreddit).toHaveText(await row.innerText());
});

test("a translated filter bar keeps counting", async ({ page }) => {
  await openUser(page, "stone_a_day");
  const all = kindOf(page, "All");
  await expect(all).toHaveAccessibleName(/^All, 12 of /);
  await translate(page);
  await page.getByRole("button", { name: "Load More Posts" }).click();
  await expect(all).not.toHaveAccessibleName(/^All, 12 of /);
  // The button is near the end of the feed, which may load a further page by itself.
  await expect(async () => {
    const name = await all.getAttribute("aria-label");
    await expect(all.locator("xpath=..")).toContainText(name?.replace("All, ", "") ?? "", {
      timeout: 1000,
    });
  }).toPass();
});

test("a translated feed that is filtered to nothing keeps working", async ({ page }) => {
  await page.goto("/user/stone_a_day?q=no+such+words");
  await expect(page.getByText("There may be some further back.")).toBeVisible();
  await translate(page);
  await loadEverything(page).click();
  await expect(loadedToEnd(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "No posts to display" })).toBeVisible();
  await expect(page.getByText(/some further back/)).toHaveCount(0);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(cards(page).first()).toBeVisible();
  await expect(broken(page)).toHaveCount(0);
});

test("a translated feed of followed creators keeps working while listings are renewed", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("followed", '["tallpines","loopsmith"]'));
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/following/feed", async (route) => {
    const { refresh } = route.request().postDataJSON() as { refresh?: boolean };
    if (refresh) await held;
    await route.continue();
  });
  await page.goto("/following");
  await expect(page.getByText("Looking for new posts…")).toBeVisible();
  await translate(page);
  release();
  await expect(page.getByText("Looking for new posts…")).toHaveCount(0);
  await expect(cards(page).first()).toBeVisible();
  await expect(broken(page)).toHaveCount(0);
});

test(
  "the header's links are whole beside the search, however long their translations are",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/about");
    const links = page.locator(".header-account a");
    await expect(links).toHaveText(["Login", "Sign Up"]);
    for (const [login, signUp] of [
      ["Anmelden", "Registrieren"],
      ["Se connecter", "S'inscrire"],
      ["Войти", "Зарегистрироваться"],
    ] as const) {
      await links.nth(0).evaluate((link, words) => (link.textContent = words), login);
      await links.nth(1).evaluate((link, words) => (link.textContent = words), signUp);
      const search = await page.locator(".header-search").boundingBox();
      const first = await links.nth(0).boundingBox();
      expect(first?.x, login).toBeGreaterThanOrEqual((search?.x ?? 0) + (search?.width ?? 0));
      await expectNoSidewaysScroll(page);
    }
  },
);

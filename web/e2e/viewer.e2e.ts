import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { cards, openPost, openUser } from "./feed-page.ts";
import { journey } from "./journey.ts";

const search = (url: string) => new URL(url).search;

journey(
  "a post opens by mouse, closes by its button, its backdrop and by going back",
  {},
  async (tools) => {
    const { page, axe } = tools;
    await openUser(page, "gemhunter");
    const card = cards(page).nth(1);
    const title = (await card.getByRole("heading").textContent()) ?? "";
    const viewer = page.getByRole("dialog", { name: title });

    await card.getByRole("link").click();
    await viewer.waitFor();
    assert.match(search(page.url()), /^\?post=[a-z0-9]+$/);
    await axe();
    await viewer.getByRole("button", { name: "Close" }).click();
    await viewer.waitFor({ state: "detached" });
    assert.equal(search(page.url()), "");
    await page.waitForFunction(() => document.activeElement?.matches("article a"));
    assert.ok(await card.getByRole("link").evaluate((link) => link === document.activeElement));

    await card.getByRole("link").click();
    await viewer.waitFor();
    await page.mouse.click(8, 8);
    await viewer.waitFor({ state: "detached" });

    await card.getByRole("link").click();
    await viewer.waitFor();
    await page.goBack();
    await viewer.waitFor({ state: "detached" });
    assert.equal(search(page.url()), "");
  },
);

journey("everything in the viewer goes by keyboard", {}, async ({ page }) => {
  await openUser(page, "gemhunter");
  const titles = await cards(page).getByRole("heading").allTextContents();
  const named = (index: number) => page.getByRole("dialog", { name: titles[index] ?? "" });
  await cards(page).first().getByRole("link").focus();
  await page.keyboard.press("Enter");
  await named(0).waitFor();
  const opened = page.url();
  await page.keyboard.press("j");
  await named(1).waitFor();
  await page.keyboard.press("J");
  await named(2).waitFor();
  assert.notEqual(page.url(), opened);

  const place = named(2).getByText(/^Image \d+ \/ 3$/);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await place.textContent(), "Image 3 / 3", "left of the first is the last");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await place.textContent(), "Image 2 / 3");
  await named(2).getByRole("button", { name: "Image 3" }).click();
  assert.equal(await place.textContent(), "Image 3 / 3");

  await page.keyboard.press("k");
  await named(1).waitFor();
  await page.keyboard.press("h");
  await page.getByText("Please log in to vote for posts.").waitFor();
  await page.keyboard.press("Escape");
  await named(1).waitFor({ state: "detached" });
  assert.equal(search(page.url()), "", "walking from post to post added no steps to go back");
});

journey(
  "a link opens its post, wherever it stands in the list, and closing stays on the page",
  { expectErrors: [/status of 404/] },
  async (tools) => {
    const { page, axe } = tools;
    const { viewer, post } = await openPost(page, "gemhunter", "Citrine the colour");
    assert.equal(await page.title(), `${post.title} - u/gemhunter`);
    await axe();
    await viewer.getByRole("button", { name: "Close" }).click();
    await viewer.waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).pathname + search(page.url()), "/user/gemhunter");
    await page.goto("/user/gemhunter?post=zzzzzz9");
    await page.getByText("This post could not be opened").waitFor();
  },
);

journey("the viewer walks into the next page by itself", {}, async ({ page }) => {
  await openUser(page, "stone_a_day");
  const last = cards(page).nth(0);
  await last.getByRole("link").click();
  const fifteenth = page.getByRole("dialog").getByText(/^15 of /);
  for (let turn = 0; turn < 80 && !(await fifteenth.isVisible()); turn += 1) {
    await page.keyboard.press("j");
    await page.waitForTimeout(100);
  }
  await fifteenth.waitFor();
});

/** Links and buttons whose words come closer than 6 pixels to their right edge. */
const cramped = (viewer: Locator): Promise<string[]> =>
  viewer.locator(".viewer-details .grid > :is(a, button)").evaluateAll((all) =>
    all
      .filter((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return one.getBoundingClientRect().right - words.getBoundingClientRect().right < 6;
      })
      .map(({ textContent }) => textContent ?? ""),
  );

journey(
  "on a phone a tap opens, a swipe down closes and a gallery is swiped",
  { device: "phone" },
  async (tools) => {
    const { page, axe } = tools;
    await openUser(page, "gemhunter");
    await cards(page).first().getByRole("link").tap();
    const viewer = page.getByRole("dialog");
    await viewer.waitFor();
    await axe();
    await viewer.getByRole("link", { name: "View Reddit Post" }).waitFor();
    assert.deepEqual(await cramped(viewer), [], "a button's words stay off its edge");
    await page.evaluate(() => {
      const stage = document.querySelector(".viewer-stage");
      const at = (type: string, y: number) => {
        const touch = new Touch({
          identifier: 1,
          target: stage as Element,
          clientX: 180,
          clientY: y,
        });
        const touches = type === "touchend" ? [] : [touch];
        stage?.dispatchEvent(
          new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch] }),
        );
      };
      at("touchstart", 150);
      at("touchend", 330);
    });
    await viewer.waitFor({ state: "detached" });

    await openPost(page, "gemhunter", "Split a boring grey nodule");
    const place = viewer.getByText(/^Image \d+ \/ 3$/);
    await page.evaluate(() => {
      const track = document.querySelector(".gallery-track");
      track?.scrollTo({ left: track.clientWidth, behavior: "instant" });
    });
    await page.waitForFunction(
      () => document.querySelector("dialog [aria-live]")?.textContent === "Image 2 / 3",
    );
    assert.equal(await place.textContent(), "Image 2 / 3");
  },
);

journey("sharing copies a link that opens the post", {}, async ({ page, context, baseUrl }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseUrl });
  const { viewer, post } = await openPost(page, "gemhunter", "Ceylon sapphire");
  await viewer.getByRole("button", { name: "Share Post" }).click();
  await page.getByText("Link copied").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, `${baseUrl}/user/gemhunter?post=${post.id.replace("t3_", "")}`);
});

journey("a picture can be saved under a sensible name", {}, async ({ page }) => {
  const { viewer, post } = await openPost(page, "gemhunter", "Ceylon sapphire");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    viewer.getByRole("button", { name: "Download" }).click(),
  ]);
  const id = post.id.replace("t3_", "");
  assert.match(download.suggestedFilename(), new RegExp(`^gemhunter-${id}\\.(jpg|png|webp)$`));
});

journey("a slideshow moves on by itself until it is stopped", {}, async ({ page }) => {
  await openUser(page, "gemhunter");
  const titles = await cards(page).getByRole("heading").allTextContents();
  await page.getByRole("button", { name: "Slideshow" }).click();
  await page.getByRole("dialog", { name: titles[0] ?? "" }).waitFor();
  await page.getByRole("dialog", { name: titles[1] ?? "" }).waitFor({ timeout: 9000 });
  await page.getByRole("button", { name: "Stop slideshow" }).click();
  await page.waitForTimeout(6000);
  assert.ok(await page.getByRole("dialog", { name: titles[1] ?? "" }).isVisible());
});

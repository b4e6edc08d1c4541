import type { Locator } from "@playwright/test";
import { cards, openPost, openUser, titleOf, viewerOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { waitForToast } from "./toast-record.ts";

const search = (url: string) => new URL(url).search;

test("a post opens by mouse and closes by its button, its backdrop and Back", async ({
  page,
  axe,
}) => {
  await openUser(page, "gemhunter");
  const card = cards(page).nth(1);
  const title = (await titleOf(card).textContent()) ?? "";
  const viewer = viewerOf(page, title);

  await card.getByRole("link").click();
  await expect(viewer).toBeVisible();
  expect(search(page.url())).toMatch(/^\?post=[a-z0-9]+$/);
  await axe();
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect(viewer).toHaveCount(0);
  expect(search(page.url())).toBe("");
  await expect(card.getByRole("link")).toBeFocused();

  await card.getByRole("link").click();
  await expect(viewer).toBeVisible();
  await page.mouse.click(8, 8);
  await expect(viewer).toHaveCount(0);

  await card.getByRole("link").click();
  await expect(viewer).toBeVisible();
  await page.goBack();
  await expect(viewer).toHaveCount(0);
  expect(search(page.url())).toBe("");
});

test("a second press of Close stays on the page under the viewer", async ({ page }) => {
  await page.goto("/about");
  await openUser(page, "gemhunter");
  await cards(page).nth(1).getByRole("link").click();
  const viewer = page.getByRole("dialog");
  await viewer.getByRole("button", { name: "Close" }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(viewer).toHaveCount(0);
  await expect(cards(page).nth(1).getByRole("link")).toBeFocused();
  expect(new URL(page.url()).pathname).toBe("/user/gemhunter");
});

test("the whole viewer works by keyboard", { tag: "@main" }, async ({ page }) => {
  await openUser(page, "gemhunter");
  const titles = await titleOf(cards(page)).allTextContents();
  const named = (index: number) => viewerOf(page, titles[index] ?? "");
  await cards(page).first().getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(named(0)).toBeVisible();
  const opened = page.url();
  await page.keyboard.press("j");
  await expect(named(1)).toBeVisible();
  await page.keyboard.press("J");
  await expect(named(2)).toBeVisible();
  expect(page.url()).not.toBe(opened);

  const place = named(2).getByText(/^Image \d+ \/ 3$/);
  await page.keyboard.press("ArrowLeft");
  await expect(place, "left of the first is the last").toHaveText("Image 3 / 3");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(place).toHaveText("Image 2 / 3");
  await named(2).getByRole("button", { name: "Image 3" }).click();
  await expect(place).toHaveText("Image 3 / 3");

  await page.keyboard.press("k");
  await expect(named(1)).toBeVisible();
  await page.keyboard.press("h");
  await waitForToast(page, ["Please log in to vote for posts."]);
  await page.keyboard.press("Escape");
  await expect(named(1)).toHaveCount(0);
  expect(search(page.url()), "walking from post to post added no steps to go back").toBe("");
});

test("a link opens its post at any place in the list, and closing stays on the page", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  const { viewer, post } = await openPost(page, "gemhunter", "Citrine the colour");
  await expect(page).toHaveTitle(`${post.title} - u/gemhunter`);
  await expect(viewer.getByRole("region", { name: post.title })).toBeFocused();
  await axe();
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect(viewer).toHaveCount(0);
  expect(new URL(page.url()).pathname + search(page.url())).toBe("/user/gemhunter");
  await page.goto("/user/gemhunter?post=zzzzzz9");
  await expect(page.getByText("This post could not be opened")).toBeVisible();
  const alert = page.getByRole("alert");
  await expect(alert.getByText("That post could not be found, or it has no media.")).toBeVisible();
  await expect(alert.getByRole("button")).toHaveText(["Close"]);
});

test("a link whose post id is malformed says so, without an empty stage or a second try", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of 400/);
  await page.goto(`/user/gemhunter?post=${encodeURIComponent("1abc&<i>")}`);
  const viewer = page.getByRole("dialog");
  await expect(viewer.getByText("This link leads to no post. It may be incomplete.")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Try Again" })).toHaveCount(0);
  await expect(viewer.getByRole("button", { name: "Start slideshow" })).toHaveCount(0);
  await expect(viewer.locator(".viewer-stage")).toBeHidden();
  await axe();
  await viewer.getByRole("alert").getByRole("button", { name: "Close" }).click();
  await expect(viewer).toHaveCount(0);
  expect(search(page.url())).toBe("");
});

test("the viewer continues into the next page by itself", async ({ page }) => {
  await openUser(page, "stone_a_day");
  await cards(page).first().getByRole("link").click();
  const place = page.getByRole("dialog").getByText(/^\d+ of \d+/);
  // A busy machine may show one number for two presses, so the test waits for no single one.
  await expect(async () => {
    await page.keyboard.press("j");
    expect(Number.parseInt((await place.textContent()) ?? "", 10)).toBeGreaterThan(14);
  }).toPass({ timeout: 60_000, intervals: [50] });
});

/** Fails if the text of a link or button is less than 6 pixels from its right edge. */
async function expectNoCrampedButton(viewer: Locator): Promise<void> {
  const buttons = viewer.locator(".viewer-details .grid > :is(a, button)");
  expect(await buttons.count()).toBeGreaterThan(1);
  const cramped = await buttons.evaluateAll((all) =>
    all
      .filter((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return one.getBoundingClientRect().right - words.getBoundingClientRect().right < 6;
      })
      .map(({ textContent }) => textContent ?? ""),
  );
  expect(cramped, "a button's words stay off its edge").toEqual([]);
}

test(
  "on a phone a tap opens a post, a swipe down closes it, and a gallery can be swiped",
  { tag: ["@phone", "@main"] },
  async ({ page, axe }) => {
    await openUser(page, "gemhunter");
    await cards(page).first().getByRole("link").tap();
    const viewer = page.getByRole("dialog");
    await expect(viewer).toBeVisible();
    await axe();
    await expect(viewer.getByRole("link", { name: "View Reddit Post" })).toBeVisible();
    await expectNoCrampedButton(viewer);
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
    await expect(viewer).toHaveCount(0);

    await openPost(page, "gemhunter", "Split a boring grey nodule");
    const place = viewer.getByText(/^Image \d+ \/ 3$/);
    await page.evaluate(() => {
      const track = document.querySelector(".gallery-track");
      track?.scrollTo({ left: track.clientWidth, behavior: "instant" });
    });
    await page.waitForFunction(
      () => document.querySelector(".viewer-stage [aria-live] > p")?.textContent === "Image 2 / 3",
    );
    await expect(place).toHaveText("Image 2 / 3");
  },
);

test("a picture is shown in full, shared by a link that opens it, and saved under a readable name", async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL });
  const { viewer, post } = await openPost(page, "gemhunter", "Ceylon sapphire");
  const picture = viewer.getByRole("img", { name: post.title });
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);
  await viewer.getByRole("button", { name: "Share Post" }).click();
  await waitForToast(page, ["Link copied"]);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const id = post.id.replace("t3_", "");
  expect(copied).toBe(`${baseURL}/user/gemhunter?post=${id}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    viewer.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^gemhunter-.*sapphire.*-${id}\\.(jpg|png|webp)$`, "i"),
  );
});

test("a slideshow moves on by itself until it is stopped", async ({ page }) => {
  await page.clock.install();
  await openUser(page, "gemhunter");
  const titles = await titleOf(cards(page)).allTextContents();
  const named = (index: number) => viewerOf(page, titles[index] ?? "");
  await cards(page).first().getByRole("link").click();
  await expect(named(0), "loads the viewer's code, which waits for a timer").toBeVisible();
  await page.keyboard.press("Escape");
  await expect(named(0)).toHaveCount(0);
  // From here on only the test moves the clock, so that a slow machine does not miss the first post.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Slideshow" }).click();
  await expect(named(0)).toBeVisible();
  await page.clock.fastForward(6000);
  await expect(named(1)).toBeVisible();
  await page.getByRole("button", { name: "Stop slideshow" }).click();
  await page.clock.fastForward(12_000);
  await expect(named(1)).toBeVisible();
});

test("the list of shortcuts opens by its button and by ?, and closes without closing the viewer", async ({
  page,
  axe,
}) => {
  const { viewer } = await openPost(page, "gemhunter", "Ceylon sapphire");
  const list = viewer.getByRole("region", { name: "Keyboard shortcuts" });
  await expect(list).toBeHidden();
  await viewer.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(list.getByText("Next post")).toBeVisible();
  await axe();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(viewer).toBeVisible();
  await page.keyboard.press("?");
  await expect(list).toBeVisible();
});

test("one press of Esc closes only the list of shortcuts, even if the browser sends it to the viewer too", async ({
  page,
}) => {
  // Like Safari.
  await page.addInitScript(() =>
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const cancel = new Event("cancel", { cancelable: true });
      document.querySelector("dialog[open]")?.dispatchEvent(cancel);
    }),
  );
  const { viewer } = await openPost(page, "gemhunter", "Ceylon sapphire");
  const list = viewer.getByRole("region", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(viewer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
});

test("an open post has one shadow in both themes and one primary action, and its community's link is 44 pixels high", async ({
  page,
}) => {
  const { viewer } = await openPost(page, "gemhunter", "Ceylon sapphire");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const shadow = await viewer
      .locator(".viewer")
      .evaluate((element) => getComputedStyle(element).boxShadow);
    const colours = shadow.match(/rgba?\([^)]*\)/g) ?? [];
    expect(colours.filter((colour) => !colour.endsWith(", 0)"))).toHaveLength(1);
  }
  const details = viewer.locator(".viewer-details");
  const fullSize = await viewer.getByRole("link", { name: "View Full Size" }).elementHandle();
  const primary = () =>
    details.locator("a, button").evaluateAll((all, link) => {
      const colourOf = (one: Element) => getComputedStyle(one).backgroundColor;
      return all.filter((one) => link && colourOf(one) === colourOf(link)).length;
    }, fullSize);
  // Colours fade to the other theme.
  await expect.poll(primary).toBe(1);
  const community = await details.getByRole("link", { name: /^r\// }).boundingBox();
  // For a box between two pixels the browser reports 43.99998.
  expect(Math.round(community?.height ?? 0)).toBeGreaterThanOrEqual(44);
});

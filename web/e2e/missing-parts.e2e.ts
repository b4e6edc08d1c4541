import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { becomeMember, pressDisabled, seeToast } from "./account-page.ts";
import { cards, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { kindOf, narrowButton } from "./narrow-page.ts";

const MISSING = [
  /dynamically imported module/,
  /Unable to preload CSS/,
  /ERR_FAILED/,
  /ERR_INTERNET_DISCONNECTED/,
  /ERR_CONNECTION_RESET/,
];

test.beforeEach(({ allowErrors }) => allowErrors(...MISSING));

test("without the code of its notes the feed stays, and Back leaves a post whose viewer cannot be fetched", async ({
  page,
  context,
}) => {
  const notes = [/\/assets\/seen-note-/, /\/assets\/source-/];
  for (const note of notes) await page.route(note, (route) => route.abort());
  const failed = notes.map((note) =>
    page.waitForEvent("requestfailed", (request) => note.test(request.url())),
  );
  await openUser(page, "gemhunter");
  await Promise.all(failed);
  await context.setOffline(true);
  await cards(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await seeToast(page, "Still no connection");
  await page.goBack();
  await expect(cards(page).first()).toBeVisible();
});

test("if a companion's listing or post needs code that cannot be fetched, the page is reloaded", async ({
  page,
  allowErrors,
}) => {
  allowErrors(/404 \(Not Found\).*\/post\/zzzzz/);
  await page.route(/\/assets\/companion-listing-/, (route) => route.abort());
  const switchOn = () =>
    page.evaluate((name) => document.documentElement.setAttribute(name, "on"), COMPANION_ATTRIBUTE);
  const howOpened = () =>
    page
      .evaluate(() => {
        const [entry] = performance.getEntriesByType("navigation");
        return (entry as PerformanceNavigationTiming | undefined)?.type;
      })
      .catch((error: unknown) => `between two pages: ${String(error)}`);
  await openUser(page, "gemhunter");
  const field = page.getByRole("searchbox", { name: "Search Reddit users" });
  await field.fill("northlight");
  // In one step with the search: the open page's listing needs the code too, and a reload would lose the typed name.
  await field.evaluate((input: HTMLInputElement, name) => {
    document.documentElement.setAttribute(name, "on");
    input.form?.requestSubmit();
  }, COMPANION_ATTRIBUTE);
  await expect.poll(howOpened).toBe("reload");
  await expect(cards(page).first(), "without the companion").toBeVisible();
  await openUser(page, "gemhunter");
  expect(await howOpened()).toBe("navigate");
  await switchOn();
  await page.evaluate(() => {
    history.pushState(null, "", "?post=zzzzz");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect.poll(howOpened).toBe("reload");
  await expect(page.getByText("That post could not be found, or it has no media.")).toBeVisible();
});

test("a loading dialog shows a note in its place, the posts do not move, and of two dialogs the post opens alone", async ({
  page,
}) => {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?:narrow-tools|post-dialog)-/, async (route) => {
    await isFree;
    await route.continue();
  });
  await openUser(page, "gemhunter");
  const card = cards(page).first();
  const before = await card.boundingBox();
  const note = page.getByText("Loading…", { exact: true });
  await narrowButton(page).click();
  await expect(note).toBeVisible();
  expect(await card.boundingBox()).toEqual(before);
  await card.getByRole("link").click();
  await expect(note).toHaveCount(2);
  free();
  await expect(page.getByRole("dialog", { name: "Post" })).toBeVisible();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(1);
});

test("a note that cannot be fetched does not reload a page with typed text", async ({ page }) => {
  const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>();
  const note = /\/assets\/seen-note-/;
  await page.route(note, async (route) => {
    await isTyped;
    await route.abort("connectionreset");
  });
  await openUser(page, "gemhunter");
  await page.getByRole("button", { name: "Feedback" }).click();
  const title = page.getByLabel("Title");
  await title.fill("Typed on a bad network");
  const failed = page.waitForEvent("requestfailed", (request) => note.test(request.url()));
  goOn();
  await failed;
  // A reload would happen at once.
  await page.waitForTimeout(1500);
  await expect(title).toHaveValue("Typed on a bad network");
});

test("if filters and source cannot be fetched, a toast says so and the loaded posts stay", async ({
  page,
  context,
}) => {
  await openUser(page, "gemhunter");
  const source = page.getByRole("button", { name: /^Source:/ });
  await expect(source).toBeVisible();
  await context.setOffline(true);
  await narrowButton(page).click();
  await seeToast(page, "The filters could not be opened");
  await source.click();
  await seeToast(page, "The source could not be shown");
  await expect(cards(page).first()).toBeVisible();
});

test("offline, a filter that no loaded post passes keeps the page, and All shows the posts again", async ({
  page,
  context,
}) => {
  await openUser(page, "stone_a_day");
  await context.setOffline(true);
  await page.getByRole("radio", { name: "GIFs, 0" }).check({ force: true });
  await expect(cards(page)).toHaveCount(0);
  await kindOf(page, "All").check({ force: true });
  await expect(cards(page).first()).toBeVisible();
});

test("if an account form cannot be fetched, a toast says so and the account page stays", async ({
  page,
  context,
}) => {
  const username = await becomeMember(context);
  await page.goto("/account");
  const row = page.getByRole("button", { name: "Change password" });
  await expect(row).toBeVisible();
  await context.setOffline(true);
  await row.click();
  await seeToast(page, "The form could not be opened");
  await page.getByRole("button", { name: "Delete account" }).click();
  await seeToast(page, "The form could not be opened");
  await expect(page.getByText(`@${username}`)).toBeVisible();
});

test("offline, a signed-out heart whose code was fetched still asks to log in", async ({
  page,
  context,
}) => {
  const votes = page.waitForEvent("requestfinished", (request) =>
    /\/assets\/hearts\.mutations-/.test(request.url()),
  );
  await openUser(page, "gemhunter");
  await votes;
  const heart = page.getByRole("button", { name: /^Heart u\/gemhunter,/ });
  await expect(heart).toHaveAttribute("aria-disabled", "true");
  await context.setOffline(true);
  await pressDisabled(heart);
  await seeToast(page, "Authentication Required", "Please log in to vote for users.");
});

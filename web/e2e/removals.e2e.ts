import type { APIRequestContext, Page } from "@playwright/test";
import { adminToken, becomeMember, freshName, seeToast } from "./account-page.ts";
import { askForRemoval } from "./contact-page.ts";
import { expectNoSidewaysScroll } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { waitForToast } from "./toast-record.ts";

// Removals would change what other tests of the same server see.
test.use({ serverName: "removals" });
// In one worker, because a second would start a second server.
test.describe.configure({ mode: "default" });

/** Adds a removal through the API. Returns the function that lifts it. */
async function remove(request: APIRequestContext, kind: string, key: string) {
  const headers = { Authorization: `Bearer ${await adminToken(request)}` };
  const data = { kind, key, reason: "person" };
  const answer = await request.post("/api/admin/removals", { headers, data });
  expect(answer.status(), await answer.text()).toBe(201);
  const { removal } = (await answer.json()) as { removal: { id: string } };
  return async () => {
    const lifted = await request.delete(`/api/admin/removals/${removal.id}`, { headers });
    expect(lifted.status()).toBe(200);
  };
}

async function enter(page: Page): Promise<void> {
  await page.getByLabel("Admin password", { exact: true }).fill("unearth-local");
  await page.getByRole("button", { name: "Sign In" }).click();
}

const keyField = (page: Page, label = "Username") => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Remove", exact: true });
const removedHeading = (page: Page) => page.getByRole("heading", { name: "Removed at request" });

const CREATOR = "stone_a_day";

test(
  "an admin removes a creator and lifts the removal",
  { tag: "@main" },
  async ({ page, axe, allowErrors }) => {
    allowErrors(/status of (409|410)/);
    await page.goto("/admin");
    await enter(page);
    await page.getByRole("link", { name: "Removals", exact: true }).click();
    await expect(page).toHaveURL("/admin/removals");
    await submit(page).click();
    await expect(page.getByText("Say what is to be removed")).toBeVisible();
    await expect(keyField(page)).toBeFocused();
    await axe({ inBothThemes: true });

    await keyField(page).fill(`u/${CREATOR.toUpperCase()}`);
    await page.getByLabel("Reason").selectOption("illegal");
    await page.getByLabel("Note (optional)").fill("Ticket 4711 ".repeat(40));
    await submit(page).click();
    // Not dismissed, because a click would move the focus, which is checked below.
    await waitForToast(page, [`u/${CREATOR} is removed`]);
    const item = page.getByRole("article", { name: `u/${CREATOR}` });
    await expect(item.getByText("Illegal")).toBeVisible();
    await expect(keyField(page)).toHaveValue("");
    await expect(keyField(page)).toBeFocused();
    await axe({ inBothThemes: true });
    await expectNoSidewaysScroll(page);

    await keyField(page).fill(CREATOR);
    await submit(page).click();
    await expect(page.getByText(/^This is in the list already/)).toBeVisible();
    await expect(page.getByText("1 of 1 shown")).toBeVisible();
    await expect(page.getByLabel("Search the list")).toHaveValue(CREATOR);

    await item.getByRole("link", { name: "What visitors see" }).click();
    await expect(removedHeading(page)).toBeVisible();
    await expect(page).toHaveTitle(/^Removed at request/);
    await expect(page.getByRole("button", { name: /^Heart/ })).toHaveCount(0);
    await axe({ inBothThemes: true });
    expect((await page.reload())?.status()).toBe(410);
    await expect(removedHeading(page)).toBeVisible();

    await page.goto("/admin/removals");
    await item.getByRole("button", { name: `Lift u/${CREATOR}` }).click();
    const dialog = page.getByRole("dialog", { name: `Lift the removal of u/${CREATOR}?` });
    await axe({ inBothThemes: true });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(item).toBeVisible();
    await item.getByRole("button", { name: `Lift u/${CREATOR}` }).press("Enter");
    await dialog.getByRole("button", { name: "Lift", exact: true }).click();
    await seeToast(page, `The removal of u/${CREATOR} is lifted`);
    await expect(item).toHaveCount(0);
    expect((await page.goto(`/user/${CREATOR}`))?.status()).toBe(200);
    await expect(page.getByRole("button", { name: /^Heart u\// })).toBeVisible();
  },
);

test("on the narrowest phones the counts of the removals break no word", async ({
  page,
  request,
}) => {
  const token = await adminToken(request);
  await page.addInitScript((value) => localStorage.setItem("adminToken", value), token);
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/removals");
    for (const name of ["Creators", "Posts", "Communities"]) {
      const label = page.getByRole("button", { name }).getByText(name);
      await expect(label).toBeVisible();
      const lines = () => label.evaluate((element) => element.getClientRects().length);
      await expect.poll(lines, `${name} at ${width}`).toBe(1);
    }
  }
});

test("without a session, or after its end, the removals page asks for the password", async ({
  page,
  request,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  await page.goto("/admin/removals");
  // A list that arrives after the logout would end the session before the press.
  const listed = page.waitForResponse(/\/api\/admin\/removals/);
  await enter(page);
  await listed;
  await keyField(page).fill("kept_in_the_form");
  const token = await page.evaluate(() => localStorage.getItem("adminToken"));
  const headers = { Authorization: `Bearer ${token}` };
  expect((await request.post("/api/admin/logout", { headers })).status()).toBe(200);
  await submit(page).click();
  await expect(page.getByText(/^The admin session has ended/)).toBeVisible();
  await expect(page).toHaveURL("/admin/removals");
  await enter(page);
  await expect(keyField(page)).toHaveValue("kept_in_the_form");
});

const REQUESTS = [
  ["post", "https://www.reddit.com/r/pics/comments/1abcd9/a_title/", "Post"],
  ["user", "u/Some_Body", "Username"],
  ["subreddit", "r/some_place", "Community"],
] as const;

test("a request from /contact is on top of the admin's list, an urgent one first, and fills in the removal form", async ({
  page,
  axe,
}) => {
  for (const [kind, link, label] of REQUESTS) {
    const why = `It is about me, ${freshName()}.`;
    await page.goto("/contact");
    if (kind === "post") await page.getByRole("checkbox").check();
    await askForRemoval(page, kind, link, why);
    await expect(page.getByRole("heading", { name: "Request received" })).toBeFocused();
    if (kind === "post") await axe();

    await page.goto("/admin?tab=feedback");
    if (kind === "post") await enter(page);
    // The urgent one stays first.
    const entry = page.getByRole("article").nth(kind === "post" ? 0 : 1);
    await expect(entry.getByText("Removal request", { exact: true })).toBeVisible();
    await expect(entry.getByText(why)).toBeVisible();
    await expect(entry.getByText(link).first()).toBeVisible();
    await expect(entry.getByLabel(/^Priority of/)).toHaveValue(kind === "post" ? "urgent" : "high");
    if (kind === "post") await axe();
    await entry.getByRole("link", { name: /^Remove this/ }).click();
    await expect(page, "no name in the address").toHaveURL("/admin/removals");
    await expect(page.getByLabel("Kind")).toHaveValue(kind);
    await expect(keyField(page, label)).toHaveValue(link);
    await expect(page.getByRole("link", { name: "Back to the request" })).toBeVisible();
  }
});

test("what was typed into the contact form is there after a reload, until it is sent", async ({
  page,
}) => {
  const why = page.getByLabel("Why?");
  await page.goto("/contact");
  await page.getByLabel("What should be removed?").selectOption("user");
  await why.fill("It shows my home.");
  await page.reload();
  await expect(why).toHaveValue("It shows my home.");
  await expect(page.getByLabel("Username")).toBeVisible();
  await askForRemoval(page, "user", "gem_typed", "It shows my home.");
  await expect(page.getByRole("button", { name: "Send another" })).toBeVisible();
  await page.reload();
  await expect(why).toHaveValue("");
});

test("an open post that is removed says so, and closes to the feed", async ({
  page,
  request,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of 410/);
  const search = await request.post("/api/reddit/search", { data: { username: "gemhunter" } });
  const { posts } = (await search.json()) as { posts: { id: string; title: string }[] };
  const post = posts[0];
  if (!post) throw new Error("the sample has no posts");
  const lift = await remove(request, "post", post.id);
  await page.goto(`/user/gemhunter?post=${post.id.replace("t3_", "")}`);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Removed at request" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Try Again" })).toHaveCount(0);
  await axe();
  await dialog.getByRole("alert").getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByRole("article", { name: post.title, exact: true })).toHaveCount(0);
  await lift();
});

test("a heart for a creator removed meanwhile is refused with a toast of its own, and is not in the list", async ({
  page,
  context,
  request,
  allowErrors,
}) => {
  allowErrors(/status of 410/);
  await becomeMember(context);
  await page.goto("/user/velvet_hours");
  const heart = page.getByRole("button", { name: /^Heart u\/velvet_hours/i });
  await heart.click();
  await seeToast(page, "Vote Added");
  await page.goto("/account");
  await expect(page.getByRole("article", { name: /velvet_hours/i })).toBeVisible();
  await page.goto("/user/velvet_hours");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(heart).toHaveAttribute("aria-busy", "false");
  await heart.click();
  await seeToast(page, "Vote Removed");
  const lift = await remove(request, "user", "velvet_hours");
  await heart.click();
  await seeToast(page, "Removed at request", "It can no longer be hearted.");
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await lift();
  await heart.click();
  await seeToast(page, "Vote Added");
  const liftAgain = await remove(request, "user", "velvet_hours");
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "No Saved Users Yet" })).toBeVisible();
  await liftAgain();
});

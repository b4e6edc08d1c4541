import type { Page } from "@playwright/test";
import { seeToast } from "./account-page.ts";
import { expect, test } from "./fixtures.ts";

async function enter(page: Page, password = "unearth-local"): Promise<void> {
  await page.getByLabel("Admin password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem("adminToken"));

test("the admin's login stores a token, and the logout removes it", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  await page.goto("/admin");
  await enter(page, "");
  await expect(page.getByText("Password is required")).toBeVisible();
  await axe();
  await enter(page, "a wrong guess");
  await seeToast(page, "Login Failed", "The admin password is incorrect.");
  await enter(page);
  await expect(page.getByRole("tab", { name: "NSFW Subreddits", selected: true })).toBeVisible();
  expect(await tokenOf(page)).toBeTruthy();
  await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
  await expect(page.getByText(/subreddits count as adult/)).toBeVisible();
  await axe();
  await page.getByRole("button", { name: "Logout" }).click();
  await seeToast(page, "Logged Out", "Admin session ended");
  await expect(page.getByLabel("Admin password", { exact: true })).toBeVisible();
  expect(await tokenOf(page)).toBe(null);
});

test("on a phone head links and Logout are one row", { tag: "@phone" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/admin");
  await enter(page);
  const main = page.getByRole("main");
  const link = main.getByRole("link", { name: "Removals" });
  const logout = main.getByRole("button", { name: "Logout" });
  // Measured in one call: between two calls, content that loads above could move the elements.
  const distance = async () =>
    link.evaluate(
      (one, other) => {
        const [top, otherTop] = [one, other].map((part) => part?.getBoundingClientRect().top ?? 0);
        return Math.round(top ?? 0) - Math.round(otherTop ?? 0);
      },
      await logout.elementHandle(),
    );
  await expect.poll(distance).toBe(0);
});

test(
  "the list of subreddits stands where its placeholder stood",
  { tag: "@both" },
  async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route("**/api/admin/nsfw-subreddits", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto("/admin");
    await enter(page);
    const panel = page.getByRole("tabpanel", { name: "NSFW Subreddits" });
    const placeholder = panel.locator(".skeleton").first();
    await expect(placeholder).toBeVisible();
    const before = (await placeholder.boundingBox())?.y ?? 0;
    held.resolve();
    const row = panel.getByRole("listitem").first();
    await expect(row).toBeVisible();
    expect((await row.boundingBox())?.y).toBeCloseTo(before, 0);
  },
);

test("a subreddit is added in any spelling, refused a second time, and removed after a confirmation", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  const name = `gems_${Date.now().toString(36)}`;
  await page.goto("/admin");
  await enter(page);
  const input = page.getByLabel("Add a subreddit");
  const add = page.getByRole("button", { name: "Add", exact: true });
  await expect(add, "while it is empty").toBeDisabled();
  await input.fill("r/ ");
  await expect(add, "a prefix is not a name").toBeDisabled();
  await input.fill("two words");
  await add.click();
  await expect(page.getByText("Invalid subreddit name")).toBeVisible();
  await input.fill(`r/${name.toUpperCase()}`);
  await input.press("Enter");
  await seeToast(page, "NSFW subreddit added successfully");
  await expect(page.getByText(`r/${name}`, { exact: true })).toBeVisible();
  await expect(input).toHaveValue("");
  await input.fill(name);
  await add.click();
  await expect(page.getByText("This subreddit is already in the list")).toBeVisible();
  await axe();
  await page.getByRole("button", { name: `Remove r/${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Remove r/${name}?` });
  await axe();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: `Remove r/${name}` }).click();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await seeToast(page, "NSFW subreddit removed successfully");
  await expect(page.getByText(`r/${name}`, { exact: true })).toHaveCount(0);
  const protectedOne = page.getByRole("button", { name: "Remove r/nsfw", exact: true });
  await protectedOne.click();
  await seeToast(page, "Cannot Delete", "Default subreddits cannot be deleted");
});

test("after a confirmed removal the focus is on another entry of the list", async ({ page }) => {
  const name = `gone_${Date.now().toString(36)}`;
  await page.goto("/admin");
  await enter(page);
  await page.getByLabel("Add a subreddit").fill(name);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: `Remove r/${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText(`r/${name}`, { exact: true })).toHaveCount(0);
  await expect(page.locator("li button:focus")).toHaveCount(1);
});

test(
  "feedback is filtered, changed and deleted after a confirmation, and its counts follow",
  { tag: "@main" },
  async ({ page, context, axe }) => {
    const title = `<b>Bold</b> ${Date.now().toString(36)}`;
    const data = { type: "bug", title, description: "Shown as text, whatever is in it." };
    expect((await context.request.post("/api/feedback", { data })).status()).toBe(201);
    await page.goto("/admin");
    await enter(page);
    await page.getByRole("tab", { name: "User Feedback" }).click();
    const item = page.getByRole("article", { name: title });
    await expect(item.getByRole("heading", { name: title })).toBeVisible();
    await axe();
    const tile = (name: string) =>
      page.getByRole("button", { name: new RegExp(`^\\d+ ?${name}$`) });
    const countOf = async (name: string) => Number.parseInt(await tile(name).innerText(), 10);
    const before = await countOf("Resolved");
    await item.getByLabel(/^Priority of/).selectOption("urgent");
    await seeToast(page, "Feedback updated", "Feedback status has been updated successfully.");
    await item.getByLabel(/^Status of/).selectOption("resolved");
    await seeToast(page, "Feedback updated");
    await page.waitForFunction(
      (count) => document.body.innerText.includes(`${count}\nResolved`),
      before + 1,
    );
    await tile("In progress").click();
    await expect(item).toHaveCount(0);
    await tile("Resolved").click();
    await expect(item).toBeVisible();
    await expect(item.getByLabel(/^Priority of/)).toHaveValue("urgent");
    await page.getByLabel("Filter by type").selectOption("feature");
    await expect(item).toHaveCount(0);
    await page.getByLabel("Filter by type").selectOption("bug");
    await item.getByRole("button", { name: `Delete ${title}` }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this feedback?" });
    await axe();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await seeToast(page, "Feedback deleted", "Feedback has been deleted successfully.");
    await expect(item).toHaveCount(0);
  },
);

test("the end of a token leads every tab to the login and removes admin data", async ({
  page: first,
  context,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  await first.goto("/admin");
  await enter(first);
  await expect(first.getByText(/subreddits count as adult/)).toBeVisible();
  const second = await context.newPage();
  await second.goto("/admin");
  await expect(second.getByText(/subreddits count as adult/)).toBeVisible();
  const Authorization = `Bearer ${await tokenOf(first)}`;
  const ended = await context.request.post("/api/admin/logout", { headers: { Authorization } });
  expect(ended.status()).toBe(200);
  await first.getByRole("tab", { name: "User Feedback" }).click();
  for (const tab of [first, second])
    await expect(
      tab.getByText("The admin session has ended. Log in again to go on."),
    ).toBeVisible();
  expect(await tokenOf(first)).toBe("");
});

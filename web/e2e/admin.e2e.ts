import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { EVERY_DEVICE, seeToast } from "./account-page.ts";
import { journey } from "./journey.ts";

async function enter(page: Page, password = "unearth-local"): Promise<void> {
  await page.getByLabel("Admin password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem("adminToken"));

journey(
  "the admin logs in, keeps a token, and leaves with it gone",
  { device: EVERY_DEVICE, expectErrors: [/status of 401/] },
  async ({ page, axe }) => {
    await page.goto("/admin");
    await enter(page, "");
    await page.getByText("Password is required").waitFor();
    await axe();
    await enter(page, "a wrong guess");
    await seeToast(page, "Login Failed", "The admin password is incorrect.");
    await enter(page);
    await page.getByRole("tab", { name: "NSFW Subreddits", selected: true }).waitFor();
    assert.ok(await tokenOf(page));
    assert.equal(await page.getByRole("link", { name: "Back to Home" }).getAttribute("href"), "/");
    await page.getByText(/subreddits count as adult/).waitFor();
    await axe();
    await page.getByRole("button", { name: "Logout" }).click();
    await seeToast(page, "Logged Out", "Admin session ended");
    await page.getByLabel("Admin password", { exact: true }).waitFor();
    assert.equal(await tokenOf(page), null);
  },
);

journey(
  "a subreddit is added in any spelling, refused twice and removed after asking",
  { device: EVERY_DEVICE, expectErrors: [/status of 409/] },
  async ({ page, axe }) => {
    const name = `gems_${Date.now().toString(36)}`;
    await page.goto("/admin");
    await enter(page);
    const input = page.getByLabel("Add a subreddit");
    const add = page.getByRole("button", { name: "Add", exact: true });
    assert.ok(await add.isDisabled(), "while it is empty");
    await input.fill("r/ ");
    assert.ok(await add.isDisabled(), "a prefix is not a name");
    await input.fill("two words");
    await add.click();
    await page.getByText("Invalid subreddit name").waitFor();
    await input.fill(`r/${name.toUpperCase()}`);
    await input.press("Enter");
    await seeToast(page, "NSFW subreddit added successfully");
    await page.getByText(`r/${name}`, { exact: true }).waitFor();
    assert.equal(await input.inputValue(), "");
    await input.fill(name);
    await add.click();
    await page.getByText("This subreddit is already in the list").waitFor();
    await axe();
    await page.getByRole("button", { name: `Remove r/${name}` }).click();
    const dialog = page.getByRole("dialog", { name: `Remove r/${name}?` });
    await axe();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: `Remove r/${name}` }).click();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await seeToast(page, "NSFW subreddit removed successfully");
    await page.getByText(`r/${name}`, { exact: true }).waitFor({ state: "detached" });
    const protectedOne = page.getByRole("button", { name: "Remove r/nsfw", exact: true });
    await protectedOne.focus();
    await protectedOne.press("Enter");
    await seeToast(page, "Cannot Delete", "Default subreddits cannot be deleted");
  },
);

journey(
  "feedback is filtered, moved on, and deleted after asking, with the counts keeping up",
  { device: EVERY_DEVICE, timeoutSeconds: 90 },
  async ({ page, context, axe }) => {
    const title = `<b>Bold</b> ${Date.now().toString(36)}`;
    const data = { type: "bug", title, description: "Shown as text, whatever is in it." };
    assert.equal((await context.request.post("/api/feedback", { data })).status(), 201);
    await page.goto("/admin");
    await enter(page);
    await page.getByRole("tab", { name: "User Feedback" }).click();
    const item = page.getByRole("article", { name: title });
    await item.getByRole("heading", { name: title }).waitFor();
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
    await item.waitFor({ state: "detached" });
    await tile("Resolved").click();
    await item.waitFor();
    assert.equal(await item.getByLabel(/^Priority of/).inputValue(), "urgent");
    await page.getByLabel("Filter by type").selectOption("feature");
    await item.waitFor({ state: "detached" });
    await page.getByLabel("Filter by type").selectOption("bug");
    await item.getByRole("button", { name: `Delete ${title}` }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this feedback?" });
    await axe();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await seeToast(page, "Feedback deleted", "Feedback has been deleted successfully.");
    await item.waitFor({ state: "detached" });
  },
);

journey(
  "what fails in the panel says so and leaves everything as it was",
  { expectErrors: [/status of 500/] },
  async ({ page, context }) => {
    const title = `Stays ${Date.now().toString(36)}`;
    const data = { title, description: "It is still there afterwards." };
    await context.request.post("/api/feedback", { data });
    await page.goto("/admin?tab=feedback");
    await enter(page);
    const item = page.getByRole("article", { name: title });
    await item.waitFor();
    await page.route(/\/api\/(feedback|admin)\//, (route) =>
      route.request().method() === "GET"
        ? route.continue()
        : route.fulfill({ status: 500, body: "" }),
    );
    await item.getByLabel(/^Status of/).selectOption("closed");
    await seeToast(page, "Failed to update feedback status.");
    assert.equal(await item.getByLabel(/^Status of/).inputValue(), "open");
    await item.getByRole("button", { name: `Delete ${title}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await seeToast(page, "Failed to delete feedback.");
    await item.waitFor();
    await page.getByRole("tab", { name: "NSFW Subreddits" }).click();
    await page.route("**/api/admin/nsfw-subreddits", (route) =>
      route.request().method() === "GET"
        ? route.continue()
        : route.fulfill({ status: 500, body: "" }),
    );
    await page.getByLabel("Add a subreddit").fill("not_added");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await seeToast(page, "Failed to add subreddit");
  },
);

journey(
  "a token that has ended leads to the login in every tab, and leaves nothing behind",
  { expectErrors: [/status of 401/] },
  async ({ page: first, context }) => {
    await first.goto("/admin");
    await enter(first);
    await first.getByText(/subreddits count as adult/).waitFor();
    const second = await context.newPage();
    await second.goto("/admin");
    await second.getByText(/subreddits count as adult/).waitFor();
    const Authorization = `Bearer ${await tokenOf(first)}`;
    const ended = await context.request.post("/api/admin/logout", { headers: { Authorization } });
    assert.equal(ended.status(), 200);
    await first.getByRole("tab", { name: "User Feedback" }).click();
    await first.getByText("The admin session has ended. Log in again to go on.").waitFor();
    assert.equal(await tokenOf(first), null);
    await second.getByLabel("Admin password", { exact: true }).waitFor();
  },
);

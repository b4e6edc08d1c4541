import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { AccountExport } from "#schema/api/auth.ts";
import { brand } from "#schema/brand.ts";
import {
  becomeMember,
  EVERY_DEVICE,
  giveHeart,
  logIn,
  PASSWORD,
  seeToast,
} from "./account-page.ts";
import { journey } from "./journey.ts";

journey(
  "preferences are saved with each change, kept for the next visit and reset in one press",
  { device: EVERY_DEVICE },
  async ({ page, context, axe }) => {
    const username = await becomeMember(context, "Ruby Quartz");
    await page.goto("/account");
    await page.waitForFunction((name) => document.title === `Account - ${name}`, username);
    await page.getByRole("heading", { name: "Ruby Quartz" }).waitFor();
    await page.getByText(`@${username}`).waitFor();
    const blur = page.getByRole("switch", { name: /Blur NSFW Content/ });
    const saved = ["Preferences Updated", "Your preferences have been saved successfully."];
    assert.ok(await blur.isChecked(), "on by default");
    await blur.click();
    await seeToast(page, ...saved);
    await page.getByRole("radio", { name: "Masonry" }).click({ force: true });
    await page.locator('input[value="masonry"]:checked').waitFor({ state: "attached" });
    await seeToast(page, ...saved);
    await axe();
    await page.reload();
    assert.equal(await blur.isChecked(), false);
    assert.ok(await page.getByRole("radio", { name: "Masonry" }).isChecked());
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await seeToast(page, "Preferences Reset", "Your preferences have been reset to defaults.");
    assert.ok(await blur.isChecked());
    assert.ok(await page.getByRole("radio", { name: "Grid" }).isChecked());
  },
);

journey(
  "a change of preferences that fails goes back and says so",
  { expectErrors: [/status of 500/] },
  async ({ page, context }) => {
    await becomeMember(context);
    await page.goto("/account");
    await page.route("**/api/user/preferences**", (route) =>
      route.fulfill({ status: 500, body: "" }),
    );
    const blur = page.getByRole("switch", { name: /Blur NSFW Content/ });
    await blur.click();
    await seeToast(page, "Error Updating Preferences", "Failed to update user preferences");
    assert.ok(await blur.isChecked());
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await seeToast(page, "Error Resetting Preferences", "Failed to reset user preferences");
  },
);

journey(
  "saved lists say what to do while they are empty, then hold what was hearted",
  { device: EVERY_DEVICE },
  async ({ page, context, axe }) => {
    await becomeMember(context);
    await page.goto("/account");
    await page.getByRole("heading", { name: "No Saved Users Yet" }).waitFor();
    assert.equal(
      await page.getByRole("link", { name: "Start Exploring" }).getAttribute("href"),
      "/",
    );
    await axe();
    await page.getByRole("tab", { name: "Saved Users" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL((url) => url.search === "?tab=posts");
    await page.getByRole("heading", { name: "No Saved Posts Yet" }).waitFor();
    await axe();
    await giveHeart(context.request, "users", "northlight");
    await giveHeart(context.request, "posts", "1nor001");
    await page.goto("/account?tab=posts");
    const post = page.getByRole("article").first();
    const title = (await post.getAttribute("aria-label")) ?? "";
    await post.getByText(/^Saved \d+m ago$/).waitFor();
    const picture = post.locator("img").first();
    assert.match((await picture.getAttribute("class")) ?? "", /blur/, "as the preferences say");
    await axe();
    await post.getByRole("link").click();
    await page.getByRole("dialog", { name: title }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL((url) => url.search === "?tab=posts");
    await page.getByRole("tab", { name: "Saved Users" }).click();
    const card = page.getByRole("article", { name: "u/northlight" });
    const heart = card.getByRole("button", { name: /^Heart u\/northlight,/ });
    assert.equal(await heart.getAttribute("aria-pressed"), "true");
    await axe();
    await card.getByRole("link").click();
    await page.waitForURL((url) => url.pathname === "/user/northlight");
  },
);

journey(
  "a saved list that cannot be had says so and can be asked for again",
  { expectErrors: [/status of 500/] },
  async ({ page, context, axe }) => {
    await becomeMember(context);
    await page.route("**/saved/**", (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto("/account");
    await seeToast(page, "Error Loading Saved Users");
    await page.getByRole("heading", { name: "Error loading saved users" }).waitFor();
    await page.getByRole("tab", { name: "Saved Posts" }).click();
    await seeToast(page, "Error Loading Saved Posts");
    await page.getByRole("heading", { name: "Error loading saved posts" }).waitFor();
    await axe();
    await page.unroute("**/saved/**");
    await page.getByRole("button", { name: "Try Again" }).click();
    await page.getByRole("heading", { name: "No Saved Posts Yet" }).waitFor();
  },
);

journey(
  "preferences that cannot be had are the defaults, and it is said once",
  { expectErrors: [/status of 500/] },
  async ({ page, context }) => {
    const username = await becomeMember(context);
    await context.clearCookies();
    await page.route("**/api/user/preferences", (route) =>
      route.fulfill({ status: 500, body: "" }),
    );
    await page.goto("/login?returnUrl=/account");
    await logIn(page, username);
    await seeToast(page, "Error Loading Preferences", "Failed to fetch user preferences");
    assert.ok(await page.getByRole("switch", { name: /Blur NSFW Content/ }).isChecked());
  },
);

journey(
  "the password is changed with the old one, each mistake at its field",
  { device: EVERY_DEVICE, expectErrors: [/status of 403/] },
  async ({ page, context, axe }) => {
    const username = await becomeMember(context);
    await page.goto("/account");
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    const field = (name: string) => dialog.getByLabel(name, { exact: true });
    await field("Current password").fill("not the password");
    await field("New password").fill("a newer password");
    await field("Confirm new password").fill("another password");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await dialog.getByText("Passwords do not match").waitFor();
    await axe();
    await field("Confirm new password").fill("a newer password");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await seeToast(page, "Password Not Changed", "The password is incorrect.");
    assert.equal(await field("Current password").getAttribute("aria-invalid"), "true");
    await field("Current password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await seeToast(page, "Password changed");
    assert.equal(await dialog.count(), 0);
    await page.getByRole("button", { name: "Logout" }).click();
    await seeToast(page, "Logged out");
    await page.goto("/login");
    await logIn(page, username, "a newer password");
    await seeToast(page, "Welcome back!");
  },
);

journey(
  "a member takes the data along as a file and then deletes the account",
  { device: EVERY_DEVICE, expectErrors: [/status of (401|403)/] },
  async ({ page, context, axe }) => {
    const username = await becomeMember(context);
    await giveHeart(context.request, "users", "northlight");
    await page.goto("/account");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export my data" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), `${brand.name.toLowerCase()}-${username}.json`);
    const data = JSON.parse(await readFile(await download.path(), "utf8")) as AccountExport;
    assert.deepEqual(
      [data.user.username, data.hearts.users.map((heart) => heart.username)],
      [username, ["northlight"]],
    );
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete account" });
    const submit = dialog.getByRole("button", { name: "Delete account" });
    assert.ok(await submit.isDisabled(), "not before it is understood");
    await dialog.getByRole("checkbox").check();
    await dialog.getByLabel("Your password", { exact: true }).fill("not the password");
    await submit.click();
    await dialog.getByText("The password is incorrect.").first().waitFor();
    await axe();
    await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await submit.click();
    await page.waitForURL((url) => url.pathname === "/");
    await seeToast(page, "Account deleted");
    await page.goto("/login");
    await logIn(page, username);
    await page.getByRole("main").getByText("The username or password is incorrect.").waitFor();
  },
);

import { readFile } from "node:fs/promises";
import type { AccountExport } from "#schema/api/account.ts";
import { brand } from "#schema/brand.ts";
import { becomeMember, giveHeart, logIn, PASSWORD, seeToast } from "./account-page.ts";
import { viewerOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { SCRIPT } from "./reddit-stand-in.ts";

test(
  "each change of preferences is saved, kept for the next visit, and reset by one press",
  { tag: ["@phone", "@main"] },
  async ({ page, context, axe }) => {
    const username = await becomeMember(context, "Ruby Quartz");
    await page.goto("/account");
    await page.waitForFunction((name) => document.title === `Account - ${name}`, username);
    await expect(page.getByRole("heading", { name: "Ruby Quartz" })).toBeVisible();
    await expect(page.getByText(`@${username}`)).toBeVisible();
    const blur = page.getByRole("switch", { name: /Blur NSFW Content/ });
    const saved = ["Preferences Updated", "Your preferences have been saved successfully."];
    await expect(blur, "on by default").toBeChecked();
    await blur.click();
    await seeToast(page, ...saved);
    await page.getByRole("radio", { name: "Masonry" }).click({ force: true });
    await expect(page.locator('input[value="masonry"]:checked')).toBeAttached();
    await seeToast(page, ...saved);
    await axe();
    await page.reload();
    await expect(blur).not.toBeChecked();
    await expect(page.getByRole("radio", { name: "Masonry" })).toBeChecked();
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await seeToast(page, "Preferences Reset", "Your preferences have been reset to defaults.");
    await expect(blur).toBeChecked();
    await expect(page.getByRole("radio", { name: "Grid" })).toBeChecked();
  },
);

test(
  "empty saved lists say what to do, and later list what was hearted",
  { tag: "@phone" },
  async ({ page, context, axe }) => {
    await becomeMember(context);
    await page.goto("/account");
    await expect(page.getByRole("heading", { name: "No Saved Users Yet" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Start Exploring" })).toHaveAttribute("href", "/");
    await axe();
    await page.getByRole("tab", { name: "Saved Users" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL((url) => url.search === "?tab=posts");
    await expect(page.getByRole("heading", { name: "No Saved Posts Yet" })).toBeVisible();
    await axe();
    await giveHeart(context.request, "users", "northlight");
    await giveHeart(context.request, "posts", "1nor001");
    await page.goto("/account?tab=posts");
    const post = page.getByRole("article").first();
    const title = (await post.getAttribute("aria-label")) ?? "";
    await expect(post.getByText(/^Saved just now$/)).toBeVisible();
    const picture = post.locator("img").first();
    await expect(picture, "as the preferences say").toHaveCSS("filter", /^blur/);
    await axe();
    await post.getByRole("link").click();
    await expect(viewerOf(page, title)).toBeVisible();
    await page.keyboard.press("Escape");
    await page.waitForURL((url) => url.search === "?tab=posts");
    await page.getByRole("tab", { name: "Saved Users" }).click();
    const card = page.getByRole("article", { name: "u/northlight" });
    const heart = card.getByRole("button", { name: /^Heart u\/northlight,/ });
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await axe();
    await card.getByText("North Light", { exact: true }).click();
    await page.waitForURL((url) => url.pathname === "/user/northlight");
  },
);

test(
  "the password is changed with the old one, and each mistake is shown at its field",
  { tag: "@phone" },
  async ({ page, context, axe, allowErrors }) => {
    allowErrors(/status of 403/);
    const username = await becomeMember(context);
    await page.goto("/account");
    // The list moves the buttons below it when it arrives, and a click on a moving button can miss.
    await expect(page.getByRole("heading", { name: "No Saved Users Yet" })).toBeVisible();
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    const field = (name: string) => dialog.getByLabel(name, { exact: true });
    await field("Current password").fill("not the password");
    await field("New password").fill("a newer password");
    await field("Confirm new password").fill("another password");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByText("Passwords do not match")).toBeVisible();
    await axe();
    await field("Confirm new password").fill("a newer password");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await seeToast(page, "Password Not Changed", "The password is incorrect.");
    await expect(field("Current password")).toHaveAttribute("aria-invalid", "true");
    await field("Current password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await seeToast(page, "Password changed");
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Logout" }).click();
    await seeToast(page, "Logged out");
    await page.goto("/login");
    await logIn(page, username, "a newer password");
    await seeToast(page, "Welcome back!");
  },
);

test(
  "a member exports the data as a file and deletes the account",
  { tag: "@phone" },
  async ({ page, context, axe, allowErrors }) => {
    allowErrors(/status of (401|403)/);
    const username = await becomeMember(context);
    await giveHeart(context.request, "users", "northlight");
    await page.goto("/account");
    // The list moves the buttons below it when it arrives, and a click on a moving button can miss.
    await expect(page.getByRole("article", { name: "u/northlight" })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export my data" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${brand.name.toLowerCase()}-${username}.json`);
    const data = JSON.parse(await readFile(await download.path(), "utf8")) as AccountExport;
    expect([data.user.username, data.hearts.users.map((heart) => heart.username)]).toEqual([
      username,
      ["northlight"],
    ]);
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete account" });
    const submit = dialog.getByRole("button", { name: "Delete account" });
    await expect(submit, "not before it is understood").toBeDisabled();
    await dialog.getByRole("checkbox").check();
    await dialog.getByLabel("Your password", { exact: true }).fill("not the password");
    await submit.click();
    await expect(dialog.getByText("The password is incorrect.").first()).toBeVisible();
    await axe();
    await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await submit.click();
    await page.waitForURL((url) => url.pathname === "/");
    await seeToast(page, "Account deleted");
    await page.goto("/login");
    await logIn(page, username);
    await expect(
      page.getByRole("main").getByText("The username or password is incorrect."),
    ).toBeVisible();
  },
);

test("a hostile title in the list of waiting hearts is shown as text", async ({
  page,
  context,
}) => {
  await becomeMember(context);
  const post = {
    id: "t3_new1",
    username: "gemhunter",
    title: SCRIPT,
    subreddit: "pics",
    created: 1_790_000_000,
    isNsfw: false,
    isSpoiler: false,
    mediaType: "image",
    thumbnailUrl: null,
    savedAt: new Date().toISOString(),
  };
  await page.route(/\/saved\/waiting$/, (route) => route.fulfill({ json: { posts: [post] } }));
  await page.goto("/account?tab=posts");
  await expect(page.getByRole("heading", { name: "Waiting to be confirmed" })).toBeVisible();
  await expect(page.getByText(SCRIPT, { exact: true })).toBeVisible();
  expect(await page.title()).not.toContain("owned");
});

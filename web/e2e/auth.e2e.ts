import {
  becomeMember,
  freshName,
  logIn,
  PASSWORD,
  pressDisabled,
  pressInToast,
  seeToast,
  toast,
} from "./account-page.ts";
import type { Page } from "@playwright/test";
import { cards, titleOf, viewerOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

test(
  "sign-up shows each mistake at its field and ends at home, signed in",
  { tag: ["@phone", "@main"] },
  async ({ page, context, axe, allowErrors }) => {
    allowErrors(/status of 409/);
    const taken = await becomeMember(context);
    await context.clearCookies();
    await page.goto("/signup");
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const submit = page.getByRole("button", { name: "Create Account" });
    await field("Username").fill("no spaces");
    await field("Email (optional)").fill("not an address");
    await field("Password").fill("short");
    await field("Confirm Password").fill("shirt");
    await submit.click();
    await expect(
      page.getByText("Username can only contain letters, numbers, and underscores"),
    ).toBeVisible();
    await expect(page.getByText("Invalid email")).toBeVisible();
    await expect(page.getByText("Password must be at least 8 characters")).toBeVisible();
    await expect(page.getByText("Passwords do not match")).toBeVisible();
    await expect(field("Username")).toBeFocused();
    await axe();
    await field("Email (optional)").fill("");
    await expect(page.getByText("Invalid email"), "gone with the edit").toHaveCount(0);
    await field("Username").fill(taken.toUpperCase());
    await field("Password").fill(PASSWORD);
    await field("Confirm Password").fill(PASSWORD);
    await submit.click();
    await seeToast(page, "Signup Failed", "That username is already taken. Log in if it is yours.");
    await expect(field("Username")).toHaveAttribute("aria-describedby", /error/);
    await field("Username").fill(freshName());
    await submit.click();
    await page.waitForURL((url) => url.pathname === "/");
    await seeToast(page, "Account created!");
    await expect(page.getByRole("link", { name: "Account" })).toBeVisible();
    await page.goto("/signup");
    await page.waitForURL((url) => url.pathname === "/");
  },
);

test(
  "login refuses with one sentence, shows the password on request and returns to the requesting page",
  { tag: "@phone" },
  async ({ page, context, axe, allowErrors }) => {
    allowErrors(/status of 401/);
    const username = await becomeMember(context);
    await context.clearCookies();
    await page.goto("/account");
    await page.waitForURL((url) => url.search === "?returnUrl=%2Faccount");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Username is required")).toBeVisible();
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
    await axe();
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("not the password");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect(password).toHaveAttribute("type", "password");
    await expect(password).toHaveAttribute("autocomplete", "current-password");
    await logIn(page, username, "not the password");
    const sentence = "The username or password is incorrect.";
    const alerts = page.getByRole("alert").filter({ hasText: sentence });
    await expect(alerts, "the toast alone is announced").toHaveCount(1);
    await seeToast(page, "Login Failed", sentence);
    await expect(page.getByRole("main").getByText(sentence)).toBeVisible();
    await axe();
    await logIn(page, username.toUpperCase());
    await page.waitForURL((url) => url.pathname === "/account");
    await seeToast(page, "Welcome back!");
    await page.goto("/login");
    await page.waitForURL((url) => url.pathname === "/");
  },
);

async function signUp(page: Page): Promise<void> {
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field("Username").fill(freshName());
  await field("Password").fill(PASSWORD);
  await field("Confirm Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
}

test(
  "sign-up from a creator's page returns there, also through the login",
  { tag: "@phone" },
  async ({ page }) => {
    const creator = "/user/gemhunter?sort=top";
    const main = page.getByRole("main");
    await page.goto(creator);
    const heart = page.getByRole("button", { name: /^Heart u\/gemhunter,/ });
    await pressDisabled(heart);
    await seeToast(page, "Authentication Required", "Please log in to vote for users.");
    await page.getByRole("banner").getByRole("link", { name: "Sign Up" }).click();
    await expect(page).toHaveURL(`/signup?returnUrl=${encodeURIComponent(creator)}`);
    await page.getByRole("banner").getByRole("link", { name: "Sign Up" }).click();
    await main.getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(`/login?returnUrl=${encodeURIComponent(creator)}`);
    await main.getByRole("link", { name: "Sign up", exact: true }).click();
    await page.reload();
    await signUp(page);
    await page.waitForURL((url) => url.pathname + url.search === creator);
    await seeToast(page, "Account created!");
    await heart.click();
    await seeToast(page, "Vote Added", "Successfully voted for user!");
    await page.goForward();
    await expect(page, "the form is not shown to a member").toHaveURL(creator);
  },
);

test(
  "login from a post's heart returns to the same position of the feed, and to the open post",
  { tag: "@phone" },
  async ({ page, context }) => {
    const username = await becomeMember(context);
    const askToLogIn = { words: "Please log in to vote for posts.", button: "Log in" };
    await context.clearCookies();
    await page.goto("/user/gemhunter");
    await expect(cards(page).first()).toBeVisible();
    await page.evaluate(() => scrollTo(0, 1500));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500);
    // Identified by its post: the third mounted card changes with scrolling.
    const third = cards(page).filter({ visible: true }).nth(2);
    const id = await third.locator("[data-post]").getAttribute("data-post");
    const card = cards(page).filter({ has: page.locator(`[data-post="${id}"]`) });
    const title = (await titleOf(card).textContent()) ?? "";
    const heart = card.getByRole("button", { name: /^Heart / });
    await heart.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await pressInToast(page, () => pressDisabled(heart), askToLogIn);
    await page.waitForURL((url) => url.search === "?returnUrl=%2Fuser%2Fgemhunter");
    await expect(toast(page).getByRole("button")).toHaveCount(0);
    await logIn(page, username);
    await page.waitForURL("**/user/gemhunter");
    await seeToast(page, "Welcome back!");
    await expect(card).toBeInViewport();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);

    await context.clearCookies();
    await page.reload();
    await card.getByRole("link").first().click();
    const viewer = viewerOf(page, title);
    const inViewer = viewer.getByRole("button", { name: /^Heart / });
    await pressInToast(page, () => pressDisabled(inViewer), askToLogIn);
    await logIn(page, username);
    await expect(viewer).toBeVisible();
    await inViewer.click();
    await seeToast(page, "Vote Added");
  },
);

test(
  "a session that ends on an open page leads to the login, which says why, and back",
  { tag: "@phone" },
  async ({ page, context, axe, allowErrors }) => {
    allowErrors(/status of 401/);
    const username = await becomeMember(context);
    await page.goto("/user/gemhunter?sort=top");
    const heart = page.getByRole("button", { name: /^Heart u\/gemhunter,/ });
    await expect(heart).toBeVisible();
    await context.clearCookies();
    await heart.click();
    await page.waitForURL((url) => url.pathname === "/login");
    await seeToast(page, "Authentication Required", "Please log in to vote for users.");
    await expect(page.getByText("Your session has ended.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Sign up" })).toBeVisible();
    await axe();
    await logIn(page, username);
    await page.waitForURL((url) => url.pathname + url.search === "/user/gemhunter?sort=top");
    await expect(heart).toBeVisible();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
  },
);

test("a logout, or a login, in one tab shows in the other", async ({
  page: first,
  context,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  const username = await becomeMember(context);
  await first.goto("/account");
  const second = await context.newPage();
  await second.goto("/user/gemhunter");
  const heart = second.getByRole("button", { name: /^Heart u\/gemhunter,/ });
  await heart.click();
  await seeToast(second, "Vote Added", "Successfully voted for user!");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await first.getByRole("button", { name: "Logout" }).click();
  await first.waitForURL((url) => url.pathname === "/");
  await expect(second.getByRole("link", { name: "Login" })).toBeVisible();
  for (const page of [first, second])
    await expect
      .poll(() => page.content(), "the page names the member who left")
      .not.toContain(username);
  await expect(heart, "no heart after the log-out").toHaveAttribute("aria-pressed", "false");
  await pressDisabled(heart);
  await seeToast(second, "Authentication Required", "Please log in to vote for users.");
  await first.goto("/login");
  await logIn(first, username);
  await expect(second.getByRole("link", { name: "Account" })).toBeVisible();
  await expect(
    second.locator("[aria-pressed=true][aria-label^='Heart u/gemhunter']"),
  ).toBeVisible();
});

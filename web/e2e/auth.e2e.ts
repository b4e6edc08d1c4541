import assert from "node:assert/strict";
import {
  becomeMember,
  EVERY_DEVICE,
  freshName,
  logIn,
  PASSWORD,
  pressDisabled,
  seeToast,
  toast,
} from "./account-page.ts";
import { journey } from "./journey.ts";

journey(
  "signing up tells each mistake under its field and ends at home, signed in",
  { device: EVERY_DEVICE, expectErrors: [/status of 409/] },
  async ({ page, context, axe }) => {
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
    await page.getByText("Username can only contain letters, numbers, and underscores").waitFor();
    await page.getByText("Invalid email").waitFor();
    await page.getByText("Password must be at least 8 characters").waitFor();
    await page.getByText("Passwords do not match").waitFor();
    assert.ok(await field("Username").evaluate((input) => input === document.activeElement));
    await axe();
    await field("Email (optional)").fill("");
    assert.equal(await page.getByText("Invalid email").count(), 0, "gone with the edit");
    await field("Username").fill(taken.toUpperCase());
    await field("Password").fill(PASSWORD);
    await field("Confirm Password").fill(PASSWORD);
    await submit.click();
    await seeToast(page, "Signup Failed", "That username is already taken.");
    assert.match((await field("Username").getAttribute("aria-describedby")) ?? "", /error/);
    await field("Username").fill(freshName());
    await submit.click();
    await page.waitForURL((url) => url.pathname === "/");
    await seeToast(page, "Account created!");
    await page.getByRole("link", { name: "Account" }).waitFor();
    await page.goto("/signup");
    await page.waitForURL((url) => url.pathname === "/");
  },
);

journey(
  "logging in refuses with one sentence, shows the password on request and goes on where it was asked",
  { device: EVERY_DEVICE, expectErrors: [/status of 401/] },
  async ({ page, context, axe }) => {
    const username = await becomeMember(context);
    await context.clearCookies();
    await page.goto("/account");
    await page.waitForURL((url) => url.search === "?returnUrl=%2Faccount");
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByText("Username is required").waitFor();
    await page.getByText("Password is required").waitFor();
    await axe();
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("not the password");
    await page.getByRole("button", { name: "Show password" }).click();
    assert.equal(await password.getAttribute("type"), "text");
    await page.getByRole("button", { name: "Hide password" }).click();
    assert.equal(await password.getAttribute("type"), "password");
    assert.equal(await password.getAttribute("autocomplete"), "current-password");
    await logIn(page, username, "not the password");
    await seeToast(page, "Login Failed", "The username or password is incorrect.");
    const alert = page.getByRole("main").getByRole("alert");
    assert.equal(await alert.innerText(), "The username or password is incorrect.");
    await axe();
    await logIn(page, username.toUpperCase());
    await page.waitForURL((url) => url.pathname === "/account");
    await seeToast(page, "Welcome back!");
    await page.goto("/login");
    await page.waitForURL((url) => url.pathname === "/");
  },
);

journey("what is announced and not built says so", {}, async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await seeToast(page, "Coming Soon");
  await page.getByRole("button", { name: "Log in with Google" }).click();
  await seeToast(page, "Coming Soon");
  await page.goto("/signup");
  await page.getByRole("button", { name: "Sign up with Reddit" }).click();
  await seeToast(page, "Coming Soon");
});

journey(
  "a login cannot be sent twice, and its fields rest while it is on its way",
  {},
  async ({ page, context }) => {
    const username = await becomeMember(context);
    await context.clearCookies();
    const sent: string[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/api/auth/login", async (route) => {
      sent.push(route.request().method());
      await held;
      await route.continue();
    });
    await page.goto("/login");
    await logIn(page, username);
    const busy = page.getByRole("button", { name: "Signing In..." });
    await busy.waitFor();
    assert.ok(await busy.isDisabled());
    assert.ok(await page.getByLabel("Username or Email").isDisabled());
    await page.getByRole("main").locator("form").dispatchEvent("submit");
    letGo();
    await page.getByRole("link", { name: "Account" }).waitFor();
    assert.deepEqual(sent, ["POST"]);
  },
);

journey(
  "an address in a link that leads elsewhere is not followed after the login",
  {},
  async ({ page, context, baseUrl }) => {
    const username = await becomeMember(context);
    await context.clearCookies();
    await page.goto(`/login?returnUrl=${encodeURIComponent("//example.com/x")}`);
    await logIn(page, username);
    await page.waitForURL(`${baseUrl}/`);
  },
);

journey(
  "a session that ends mid-page leads to the login, which says why, and back",
  { device: EVERY_DEVICE, expectErrors: [/status of 401/] },
  async ({ page, context, axe }) => {
    const username = await becomeMember(context);
    await page.goto("/user/gemhunter?sort=top");
    const heart = page.getByRole("button", { name: /^Heart u\/gemhunter,/ });
    await heart.waitFor();
    await context.clearCookies();
    await heart.click();
    await page.waitForURL((url) => url.pathname === "/login");
    await seeToast(page, "Authentication Required", "Please log in to vote for users.");
    await page.getByText("Your session has ended.").waitFor();
    await axe();
    await logIn(page, username);
    await page.waitForURL((url) => url.pathname + url.search === "/user/gemhunter?sort=top");
    await heart.waitFor();
    assert.equal(await heart.getAttribute("aria-pressed"), "false");
  },
);

journey(
  "logging out in one tab is noticed in the other, and so is logging in again",
  { expectErrors: [/status of 401/] },
  async ({ page: first, context }) => {
    const username = await becomeMember(context);
    await first.goto("/account");
    const second = await context.newPage();
    await second.goto("/user/gemhunter");
    const heart = second.getByRole("button", { name: /^Heart u\/gemhunter,/ });
    await heart.click();
    await seeToast(second, "Vote Added", "Successfully voted for user!");
    assert.equal(await heart.getAttribute("aria-pressed"), "true");
    await first.getByRole("button", { name: "Logout" }).click();
    await first.waitForURL((url) => url.pathname === "/");
    await second.getByRole("link", { name: "Login" }).waitFor();
    for (const page of [first, second])
      assert.ok(!(await page.content()).includes(username), "the page still names who was here");
    assert.equal(await heart.getAttribute("aria-pressed"), "false", "nobody's heart any more");
    await pressDisabled(heart);
    await toast(second).getByText("Please log in to vote for users.").waitFor();
    await first.goto("/login");
    await logIn(first, username);
    await second.getByRole("link", { name: "Account" }).waitFor();
    await second.locator("[aria-pressed=true][aria-label^='Heart u/gemhunter']").waitFor();
  },
);

journey(
  "a tab that never heard of the log-out finds it out with its next call",
  { expectErrors: [/status of 401/] },
  async ({ page, context }) => {
    await becomeMember(context);
    await page.goto("/account");
    await page.getByRole("switch", { name: /Blur/ }).waitFor();
    assert.equal((await context.request.post("/api/auth/logout")).status(), 200);
    await page.getByRole("switch", { name: /Blur/ }).click();
    await page.waitForURL((url) => url.search === "?returnUrl=%2Faccount");
    await seeToast(page, "Authentication Required", "Please log in to save preferences.");
  },
);

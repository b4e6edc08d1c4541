import { brand } from "#schema/brand.ts";
import { cards, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

test(
  "a search from the hero shows the profile and the posts with their pictures",
  { tag: ["@both", "@main"] },
  async ({ page, axe }) => {
    await page.goto("/");
    const hero = page.getByRole("search", { name: "Find a creator" });
    await hero.getByRole("searchbox").fill("  u/gemhunter ");
    await hero.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/user/gemhunter");
    await expect(page.getByRole("heading", { level: 1, name: "Gem Hunter" })).toBeVisible();
    await expect(cards(page).first()).toBeVisible();
    await page.waitForFunction(() =>
      [...document.querySelectorAll("article img")].some(
        (image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
      ),
    );
    await expect(page).toHaveTitle("u/gemhunter - Media Posts | Reddit User Search");
    await axe();
  },
);

test("on the sign-up page only the form's field is named Username", async ({ page }) => {
  await page.goto("/signup");
  await page.getByLabel("Username").fill("a b");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(
    page.getByText("Username can only contain letters, numbers, and underscores"),
  ).toBeVisible();
});

test("the popular shortcut and recent searches open profiles", async ({ page, axe }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^Popular/ }).click();
  await page.waitForURL(`**/user/${brand.popularUsername}`);
  await openUser(page, "gemhunter");
  await openUser(page, "northlight");
  await page.getByRole("link", { name: `${brand.name} home` }).click();
  const recent = page.getByRole("navigation", { name: "Recent searches" });
  await expect(recent).toBeVisible();
  const recents = await recent.getByRole("link").allTextContents();
  expect(recents.slice(0, 2)).toEqual(["u/northlight", "u/gemhunter"]);
  await axe();
  await recent.getByRole("button", { name: "Clear" }).click();
  await expect(recent).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(recent).toHaveCount(0);
});

test(
  "on a phone the focused search covers the account's buttons, which show again for the keyboard",
  { tag: "@phone" },
  async ({ page, axe }) => {
    const account = page.getByRole("navigation", { name: "Account" });
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto("/about");
      const login = account.getByRole("link", { name: "Login" });
      await expect(login).toBeVisible();
      await expect(account).toHaveCSS("opacity", "1");
      const field = page.getByRole("searchbox", { name: "Search Reddit users" });
      await field.focus();
      await expect(account, `corners beside a round end at ${width}`).toHaveCSS("opacity", "0");
      await page.keyboard.press("Tab");
      await expect(login).toBeFocused();
      await expect(account).toHaveCSS("opacity", "1");
    }
    await axe();
  },
);

test("a theme chosen in the header holds after a reload, before the first paint", async ({
  page,
}) => {
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.goto("/");
  const dark = await ground();
  await page.getByRole("button", { name: /^Theme: System/ }).click();
  await page.getByRole("button", { name: /^Theme: Dark/ }).click();
  const light = await ground();
  expect(light).not.toBe(dark);
  await page.waitForFunction(() => document.cookie.includes("looks"));
  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() => document.body !== null);
  expect(await ground()).toBe(light);
});

test("a device whose theme is the system's again has no cookie that delays its pages", async ({
  page,
}) => {
  const hasCookie = () => page.evaluate(() => document.cookie.includes("looks"));
  await page.goto("/");
  for (const [theme, isChosen] of [
    ["System", true],
    ["Dark", true],
    ["Light", false],
  ] as const) {
    await page.getByRole("button", { name: new RegExp(`^Theme: ${theme}`) }).click();
    await expect.poll(hasCookie, `after ${theme}`).toBe(isChosen);
  }
});

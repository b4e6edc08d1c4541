import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { cards } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

test(
  "a user's page names the source of its posts and their age, and how to use one's own Reddit",
  { tag: "@phone" },
  async ({ page, axe }) => {
    await page.goto("/user/gemhunter");
    const chip = page.getByRole("button", { name: /^Source: Sample/ });
    await chip.click();
    const dialog = page.getByRole("dialog", { name: "Where these posts come from" });
    await expect(dialog.getByText("exact", { exact: true })).toBeVisible();
    await expect(dialog.getByText(/ago|just now/)).toBeVisible();
    await expect(dialog.getByRole("link", { name: "Get the extension" })).toBeVisible();
    await axe();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(chip).toBeFocused();
  },
);

test("without the companion a page loads none of its code and posts no message", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.addInitScript(() => {
    addEventListener("message", () => document.documentElement.setAttribute("data-message", ""));
  });
  await page.goto("/user/gemhunter?sort=top");
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Source: Sample/ })).toBeVisible();
  const field = page.getByRole("searchbox", { name: "Search Reddit users" });
  await field.fill("northlight");
  await field.press("Enter");
  await expect(page).toHaveURL(/northlight/);
  await expect(cards(page).first()).toBeVisible();
  const companionScripts = () => scripts.filter((url) => url.includes("companion-listing"));
  expect(companionScripts()).toEqual([]);
  await expect(page.locator("html[data-message]")).toHaveCount(0);
  // The chunk has this name where a companion is on.
  await page.addInitScript((name) => {
    document.addEventListener("DOMContentLoaded", () =>
      document.documentElement.setAttribute(name, "on"),
    );
  }, COMPANION_ATTRIBUTE);
  await page.goto("/user/tallpines");
  await field.fill("gemhunter");
  await field.press("Enter");
  await expect.poll(companionScripts).toHaveLength(1);
});

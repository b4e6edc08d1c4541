import type { Locator } from "@playwright/test";
import { becomeMember } from "./account-page.ts";
import { openBoardOf, usersOf } from "./board-page.ts";
import { openPost } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

type Property =
  | "backgroundColor"
  | "backgroundImage"
  | "borderBottomColor"
  | "borderTopWidth"
  | "color";
const style = (target: Locator, name: Property) =>
  target.evaluate((element, property) => getComputedStyle(element)[property], name);

test("in forced colours switches, choices, tabs and pressed buttons show their state", async ({
  page,
  context,
}) => {
  await becomeMember(context);
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto("/account");
  const blur = page.getByRole("switch", { name: /Blur NSFW Content/ });
  await expect(blur).toBeChecked();
  const on = await style(blur, "backgroundColor");
  await blur.click();
  await expect(blur).not.toBeChecked();
  await expect.poll(() => style(blur, "backgroundColor")).not.toBe(on);
  const choice = (name: string) =>
    page.locator("label", { has: page.getByRole("radio", { name }) });
  expect(await style(choice("Grid"), "backgroundColor")).toBe(on);
  expect(await style(choice("Masonry"), "backgroundColor")).not.toBe(on);
  const line = (name: string) => style(page.getByRole("tab", { name }), "borderBottomColor");
  expect(await line("Saved Users")).not.toBe(await line("Saved Posts"));
  await page.goto("/user/gemhunter");
  const button = page.getByRole("button", { name: "Blur" });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => style(button, "backgroundColor")).toBe(on);
  const chosen = page.locator("label", { has: page.getByRole("radio", { name: /^All/ }) });
  await expect.poll(() => style(button, "color")).toBe(await style(chosen, "color"));
  await page.emulateMedia({ colorScheme: "light" });
  const eye = page.locator(".card-eye").first();
  await expect.poll(() => style(eye, "color"), "on a dark picture").toBe("rgb(255, 255, 255)");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/user/gemhunter?q=opal");
  const narrow = page.getByRole("button", { name: "Narrow down, on" });
  await expect.poll(() => style(narrow, "backgroundColor")).toBe(on);
  await page.route("**/api/reddit/search", () => {});
  await page.getByRole("button", { name: "Load Everything" }).click();
  expect(await style(page.getByRole("progressbar"), "borderTopWidth")).toBe("1px");
});

test("in forced colours an open post has an edge, and its gallery's current picture a mark", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const { viewer } = await openPost(page, "gemhunter", "Split a boring grey nodule");
  expect(await style(viewer, "borderTopWidth")).toBe("1px");
  const picture = (index: number) => viewer.getByRole("button", { name: `Image ${index}` });
  expect(await style(picture(1), "borderTopWidth")).toBe("3px");
  expect(await style(picture(2), "borderTopWidth")).toBe("0px");
});

test("in forced colours buttons have an edge, links that look like one too, and ranks their plate", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const edge = (target: Locator) => style(target, "borderTopWidth");
  const openings = [
    ["/", ["Search", "Sign Up", "View Full Leaderboard"]],
    ["/login", ["Login", "Sign In", "Log in with Google"]],
    ["/contact", ["Send Request"]],
  ] as const;
  for (const [path, names] of openings) {
    await page.goto(path);
    for (const name of names) {
      const looks = { name, exact: true } as const;
      const button = page.getByRole("button", looks).or(page.getByRole("link", looks)).first();
      await expect.poll(() => edge(button), `${name} on ${path}`).toBe("1px");
    }
  }
  await openBoardOf(
    page,
    "/leaderboard",
    usersOf(() => ({})),
  );
  const first = page.getByRole("article").first();
  expect(await edge(first.getByRole("button", { name: /^Heart/ }))).toBe("1px");
  const plate = first.getByText("Rank 1").locator("..");
  expect(await style(plate, "backgroundImage")).toContain("gradient");
  await page.emulateMedia({ forcedColors: "none" });
  await expect.poll(() => edge(page.getByRole("link", { name: "Sign Up" }))).toBe("0px");
});

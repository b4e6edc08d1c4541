import type { Locator, Page } from "@playwright/test";
import { seeToast } from "./account-page.ts";
import { expect, test } from "./fixtures.ts";

async function open(page: Page) {
  await page.getByRole("contentinfo").getByRole("button", { name: "Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Feedback" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("a long dialog's scroll bar is inside its round corners", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto("/about");
  const dialog = await open(page);
  // The headless browser draws no scroll bars, so the test asks which boxes scroll and which are round.
  const boxes = await dialog.evaluate((root) =>
    [...root.querySelectorAll("div")]
      .map((box) => ({ box, style: getComputedStyle(box) }))
      .filter(({ style }) => style.overflowY !== "visible")
      .map(({ box, style }) => ({
        scrolls: box.scrollHeight > box.clientHeight,
        isRound: style.borderTopRightRadius !== "0px",
      })),
  );
  expect(boxes).toEqual([
    { scrolls: false, isRound: true },
    { scrolls: true, isRound: false },
  ]);
});

test(
  "feedback is checked, sent once, and the dialog closes",
  { tag: "@main" },
  async ({ page, axe }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/feedback")) sent.push(request.method());
    });
    await page.goto("/about");
    const dialog = await open(page);
    const submit = dialog.getByRole("button", { name: "Submit Feedback" });
    await submit.click();
    await expect(dialog.getByText("Title is required")).toBeVisible();
    await expect(dialog.getByText("Please provide more details")).toBeVisible();
    await axe();
    await dialog.getByLabel("Title").fill("x".repeat(201));
    await dialog.getByLabel("Description").fill("💎".repeat(2001));
    await dialog.getByLabel("Email (optional)").fill("nobody@nowhere");
    await submit.click();
    await expect(dialog.getByText("Title too long")).toBeVisible();
    await expect(dialog.getByText("Description too long")).toBeVisible();
    await expect(dialog.getByText("Invalid email")).toBeVisible();
    await dialog.getByLabel("Type").selectOption("bug");
    await dialog.getByLabel("Title").fill("The gallery skips a picture");
    await dialog.getByLabel("Description").fill("When I swipe quickly, the third is left out.");
    await dialog.getByLabel("Email (optional)").fill("");
    const [request] = await Promise.all([page.waitForRequest("**/api/feedback"), submit.click()]);
    const { type, title, url } = request.postDataJSON();
    expect([type, title, url]).toEqual(["bug", "The gallery skips a picture", page.url()]);
    await seeToast(
      page,
      "Feedback submitted!",
      "Thank you for your feedback. We'll review it soon.",
    );
    await expect(dialog).toHaveCount(0);
    await open(page);
    await expect(dialog.getByLabel("Title"), "the form starts anew").toHaveValue("");
    expect(sent).toEqual(["POST"]);
  },
);

test("failed feedback stays in the form, and a click on the backdrop loses nothing", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of 500/);
  await page.route("**/api/feedback", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/about");
  const dialog = await open(page);
  await dialog.getByLabel("Title").fill("Something is wrong");
  await dialog.getByLabel("Description").fill("It does not work as it should.");
  await dialog.getByRole("button", { name: "Submit Feedback" }).click();
  await seeToast(page, "Failed to submit feedback. Please try again.");
  await axe();
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await open(page);
  await expect(dialog.getByLabel("Title")).toHaveValue("Something is wrong");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open(page);
  await expect(dialog.getByLabel("Title"), "Cancel means it").toHaveValue("");
});

test("Back closes the dialog with its page, and the typed text is kept", async ({ page }) => {
  await page.goto("/about");
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Privacy/ })).toBeVisible();
  const dialog = await open(page);
  await dialog.getByLabel("Title").fill("A half-written thought");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: /About/ })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await open(page);
  await expect(dialog.getByLabel("Title")).toHaveValue("A half-written thought");
});

const boxesOf = (dialog: Locator) =>
  dialog.evaluate((root) =>
    [...root.querySelectorAll("*")].map((element) => {
      const { margin, padding, fontSize } = getComputedStyle(element);
      return `${element.tagName} ${element.clientHeight} ${margin} ${padding} ${fontSize}`;
    }),
  );

test("the dialog looks the same from the contact page's own button", async ({ page }) => {
  await page.goto("/contact");
  const boxes = await boxesOf(await open(page));
  const dialog = page.getByRole("dialog", { name: "Feedback" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("main").getByRole("button", { name: "Feedback" }).click();
  await expect(dialog).toBeVisible();
  expect(await boxesOf(dialog)).toEqual(boxes);
  await expect(page.locator("p dialog"), "a paragraph holds no dialog").toHaveCount(0);
});

test(
  "the other channels open in a new tab without a referrer",
  { tag: "@phone" },
  async ({ page, axe }) => {
    await page.goto("/login");
    const dialog = await open(page);
    await expect(dialog.getByRole("heading", { name: "External Feedback Channels" })).toBeVisible();
    const links = dialog.getByRole("link", { name: /^Open / });
    await expect(links).toHaveCount(3);
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute("target", "_blank");
      await expect(link).toHaveAttribute("rel", /noreferrer/);
    }
    for (const badge of ["Bug Reports", "Feature Requests", "Support Development"]) {
      await expect(dialog.getByText(badge, { exact: true })).toBeVisible();
    }
    await axe();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    const opener = page.getByRole("contentinfo").getByRole("button", { name: "Feedback" });
    await expect(opener).toBeFocused();
  },
);

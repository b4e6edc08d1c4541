import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { EVERY_DEVICE, seeToast } from "./account-page.ts";
import { journey } from "./journey.ts";

async function open(page: Page) {
  await page.getByRole("contentinfo").getByRole("button", { name: "Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Feedback" });
  await dialog.waitFor();
  return dialog;
}

journey(
  "feedback is checked before it is sent, sent once, and the modal closes",
  { device: EVERY_DEVICE },
  async ({ page, axe }) => {
    await page.goto("/about");
    const dialog = await open(page);
    const submit = dialog.getByRole("button", { name: "Submit Feedback" });
    await submit.click();
    await dialog.getByText("Title is required").waitFor();
    await dialog.getByText("Please provide more details").waitFor();
    await axe();
    await dialog.getByLabel("Title").fill("x".repeat(201));
    await dialog.getByLabel("Description").fill("💎".repeat(2001));
    await dialog.getByLabel("Email (optional)").fill("nobody@nowhere");
    await submit.click();
    await dialog.getByText("Title too long").waitFor();
    await dialog.getByText("Description too long").waitFor();
    await dialog.getByText("Invalid email").waitFor();
    await dialog.getByLabel("Type").selectOption("bug");
    await dialog.getByLabel("Title").fill("The gallery skips a picture");
    await dialog.getByLabel("Description").fill("When I swipe quickly, the third is left out.");
    await dialog.getByLabel("Email (optional)").fill("");
    const [request] = await Promise.all([page.waitForRequest("**/api/feedback"), submit.click()]);
    const { type, title, url } = request.postDataJSON();
    assert.deepEqual([type, title, url], ["bug", "The gallery skips a picture", page.url()]);
    await seeToast(
      page,
      "Feedback submitted!",
      "Thank you for your feedback. We'll review it soon.",
    );
    assert.equal(await dialog.count(), 0);
    await open(page);
    assert.equal(await dialog.getByLabel("Title").inputValue(), "", "the form starts anew");
  },
);

journey(
  "feedback that fails stays in the form, and a slip beside the modal loses nothing",
  { expectErrors: [/status of 500/] },
  async ({ page, axe }) => {
    await page.route("**/api/feedback", (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto("/about");
    const dialog = await open(page);
    await dialog.getByLabel("Title").fill("Something is wrong");
    await dialog.getByLabel("Description").fill("It does not work as it should.");
    await dialog.getByRole("button", { name: "Submit Feedback" }).click();
    await seeToast(page, "Failed to submit feedback. Please try again.");
    await axe();
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: "detached" });
    await open(page);
    assert.equal(await dialog.getByLabel("Title").inputValue(), "Something is wrong");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await open(page);
    assert.equal(await dialog.getByLabel("Title").inputValue(), "", "Cancel means it");
  },
);

journey(
  "the other channels open in a tab of their own that is not told where one came from",
  { device: EVERY_DEVICE },
  async ({ page, axe }) => {
    await page.goto("/login");
    const dialog = await open(page);
    await dialog.getByRole("heading", { name: "External Feedback Channels" }).waitFor();
    const links = dialog.getByRole("link", { name: /^Open / });
    assert.equal(await links.count(), 3);
    for (const link of await links.all()) {
      assert.equal(await link.getAttribute("target"), "_blank");
      assert.match((await link.getAttribute("rel")) ?? "", /noreferrer/);
    }
    for (const badge of ["Bug Reports", "Feature Requests", "Support Development"]) {
      await dialog.getByText(badge, { exact: true }).waitFor();
    }
    await axe();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const opener = page.getByRole("contentinfo").getByRole("button", { name: "Feedback" });
    assert.ok(await opener.evaluate((button) => button === document.activeElement));
  },
);

import { becomeMember } from "./account-page.ts";
import { askForRemoval } from "./contact-page.ts";
import { expect, test } from "./fixtures.ts";

for (const isMember of [false, true]) {
  test(
    `a failed request of a ${isMember ? "member" : "signed-out visitor"} keeps the typed text`,
    { tag: "@phone" },
    async ({ page, context, axe, allowErrors }) => {
      allowErrors(/status of 503/);
      if (isMember) await becomeMember(context);
      await page.goto("/contact");
      await page.getByRole("button", { name: "Send Request" }).click();
      await expect(page.getByText("Give a link, a username or a community")).toBeVisible();
      await expect(page.getByText("Please say why")).toBeVisible();
      await axe();
      await page.route("**/api/removals", (route) => route.fulfill({ status: 503, body: "" }));
      await askForRemoval(page, "user", "Some_Body", "It is my own account.");
      await expect(
        page.getByText("Your request could not be sent. Please try again."),
      ).toBeVisible();
      await expect(page.getByLabel("Why?")).toHaveValue("It is my own account.");
      await axe();
      await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
      await expect(page.getByRole("heading", { level: 1, name: /Terms/ })).toBeVisible();
      await page.goBack();
      await expect(page.getByLabel("What should be removed?")).toHaveValue("user");
      await expect(page.getByLabel("Username", { exact: true })).toHaveValue("Some_Body");
      await page.unroute("**/api/removals");
      await page.getByRole("button", { name: "Send Request" }).click();
      await expect(page.getByRole("heading", { name: "Request received" })).toBeVisible();
    },
  );
}

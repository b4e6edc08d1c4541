import { expect, test } from "./fixtures.ts";

// This test uses up the quota of the whole source, so it has a server of its own.
test.use({ serverName: "quota" });

test("out of quota the page says that it is temporary, and offers to try again", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of 429/);
  await page.goto("/user/fault_429");
  await expect(page.getByRole("heading", { name: "Error Loading Content" })).toBeVisible();
  await expect(page.getByText("Reddit's request limit has been reached.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
  await axe();
});

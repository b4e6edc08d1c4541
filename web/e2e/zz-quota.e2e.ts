import { journey } from "./journey.ts";

/** Last of all files: from here on the source's quota is spent for everybody, as it would be at Reddit. */
journey(
  "out of quota the page says that it will pass, and offers to try again",
  { expectErrors: [/status of 429/] },
  async ({ page, axe }) => {
    await page.goto("/user/fault_429");
    await page.getByRole("heading", { name: "Error Loading Content" }).waitFor();
    await page.getByText("Reddit's request limit has been reached.").waitFor();
    await page.getByRole("button", { name: "Try Again" }).waitFor();
    await axe();
  },
);

import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "./fixtures.ts";

test.use({ isSeeded: true });

/** Ten packets, of which a connection sends no more before the first answer. */
const FIRST_WINDOW_BYTES = 14_600;
/** Cloudflare's for answers of a Worker is 4 or 5. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

test("the home page and the leaderboard arrive within one round trip", async ({ request }) => {
  for (const path of ["/", "/leaderboard"]) {
    const answer = await request.get(path, { headers: { Accept: "text/html" } });
    const page = await answer.text();
    expect(page, "with the board's entries").toContain("gemhunter");
    const headers = answer.headersArray().map(({ name, value }) => `${name}: ${value}\r\n`);
    const bytes = headers.join("").length + brotliCompressSync(page, { params }).length;
    expect(bytes, path).toBeLessThan(FIRST_WINDOW_BYTES);
  }
});

/** Nine of the 25 requests that the bench allows (bench/pages/section.ts): the rest are pictures. */
const MAX_SCRIPTS = 9;

test(
  "a creator's page fetches at most nine scripts until the visitor does something",
  { tag: "@phone" },
  async ({ page }) => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.goto("/user/gemhunter");
    // The last code that a visit fetches by itself.
    for (const name of ["seen-note", "hearts.mutations"])
      await expect.poll(() => scripts.some((url) => url.includes(`/${name}-`))).toBe(true);
    await page.waitForLoadState("networkidle");
    expect(scripts.length, scripts.join("\n")).toBeLessThanOrEqual(MAX_SCRIPTS);
  },
);

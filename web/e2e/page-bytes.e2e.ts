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

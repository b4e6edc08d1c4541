import assert from "node:assert/strict";
import { becomeMember, EVERY_DEVICE } from "./account-page.ts";
import { overflowsSideways } from "./feed-page.ts";
import { journey } from "./journey.ts";

const PAGES = [
  "/about",
  "/terms",
  "/privacy",
  "/contact",
  "/login",
  "/signup",
  "/leaderboard",
  "/leaderboard?tab=posts",
  "/admin",
  "/no/such/page",
];

for (const colorScheme of ["dark", "light"] as const) {
  journey(
    `every page of words and forms is sound in the ${colorScheme} theme`,
    {
      device: EVERY_DEVICE,
      colorScheme,
      reducedMotion: "reduce",
      timeoutSeconds: 120,
      expectErrors: [/status of 404 .*no\/such/],
    },
    async ({ page, context, axe, shot, outside }) => {
      for (const path of PAGES) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await axe();
        assert.equal(await overflowsSideways(page), false, path);
        await shot(path);
      }
      await becomeMember(context, "Ruby Quartz");
      for (const path of ["/account", "/account?tab=posts"]) {
        await page.goto(path);
        await page.getByRole("link", { name: "Start Exploring" }).waitFor();
        await axe();
        assert.equal(await overflowsSideways(page), false, path);
        await shot(`member-${path}`);
      }
      assert.deepEqual(outside, []);
    },
  );
}

journey(
  "the narrowest phone holds every page, with the longest name there is",
  { device: "phone", timeoutSeconds: 90, expectErrors: [/status of 404/] },
  async ({ page, context }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of PAGES) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      assert.equal(await overflowsSideways(page), false, path);
    }
    await becomeMember(context, "W".repeat(50));
    await page.goto("/account");
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await overflowsSideways(page), false, "/account");
  },
);

journey("the app can be installed and previewed", {}, async ({ page, context, baseUrl }) => {
  await page.goto("/");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await context.request.get(href ?? "");
  assert.equal(manifest.status(), 200);
  for (const { src } of (await manifest.json()).icons as { src: string }[]) {
    assert.equal((await context.request.get(src)).status(), 200, src);
  }
  const picture = await page.locator("meta[property='og:image']").getAttribute("content");
  assert.equal(picture, `${baseUrl}/og.png`);
  assert.equal((await context.request.get("/og.png")).headers()["content-type"], "image/png");
});

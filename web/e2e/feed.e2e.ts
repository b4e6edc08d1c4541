import assert from "node:assert/strict";
import { cards, columnsShown, openUser, overflowsSideways } from "./feed-page.ts";
import { journey } from "./journey.ts";

const filters = ["Images", "Galleries", "GIFs", "Videos"] as const;

journey(
  "a filter shows its kind alone, says how many are loaded and stands in the address",
  { device: ["phone", "desktop"] },
  async ({ page, axe }) => {
    await openUser(page, "gemhunter");
    const all = page.getByRole("radio", { name: /^All, 12$/ });
    await all.waitFor();
    assert.equal(new URL(page.url()).search, "");
    for (const name of filters) {
      const choice = page.getByRole("radio", { name: new RegExp(`^${name}, `) });
      await choice.check({ force: true });
      const media = { Images: "image", Galleries: "gallery", GIFs: "gif", Videos: "video" }[name];
      await page.waitForURL(`**/user/gemhunter?media=${media}`);
      const count = Number(/\d+$/.exec((await choice.getAttribute("aria-label")) ?? "")?.[0]);
      assert.ok(count > 0, `${name} has some`);
    }
    await axe();
    await page.getByRole("radio", { name: /^All, / }).check({ force: true });
    await page.waitForURL("**/user/gemhunter");
  },
);

journey("a sort reloads in its order and stands in the address", {}, async ({ page }) => {
  await openUser(page, "gemhunter");
  const first = await cards(page).first().getByRole("heading").textContent();
  await page.getByRole("radio", { name: "Top" }).check({ force: true });
  await page.waitForURL("**/user/gemhunter?sort=top");
  await page.waitForFunction(
    (old) => document.querySelector("article h2")?.textContent !== old,
    first,
  );
  await page.reload();
  await cards(page).first().waitFor();
  assert.ok(await page.getByRole("radio", { name: "Top" }).isChecked());
});

journey(
  "both layouts have the right columns at every breakpoint, and none overflows",
  { timeoutSeconds: 120 },
  async ({ page }) => {
    await openUser(page, "gemhunter");
    const expected: [width: number, grid: number, masonry: number][] = [
      [320, 1, 1],
      [640, 2, 1],
      [768, 2, 2],
      [1024, 3, 3],
      [1280, 3, 4],
      [1440, 3, 5],
      [1920, 3, 5],
    ];
    for (const [width, grid, masonry] of expected) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      assert.equal(await columnsShown(page), grid, `grid at ${width}`);
      assert.equal(await overflowsSideways(page), false, `grid at ${width} overflows`);
      await page.getByRole("button", { name: "Switch to masonry" }).click();
      assert.equal(await columnsShown(page), masonry, `masonry at ${width}`);
      assert.equal(await overflowsSideways(page), false, `masonry at ${width} overflows`);
      await page.getByRole("button", { name: "Switch to grid" }).click();
    }
  },
);

journey(
  "three hundred posts load to the end with few nodes in the page and no shift in its layout",
  { timeoutSeconds: 180 },
  async ({ page, axe }) => {
    await page.addInitScript(() => {
      const seen = { shift: 0, longest: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        })[])
          if (!entry.hadRecentInput) seen.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await openUser(page, "stone_a_day");
    const end = page.getByText("That is everything: 300 posts from u/stone_a_day.");
    let most = 0;
    for (let turn = 0; turn < 400 && !(await end.isVisible()); turn += 1) {
      await page.mouse.wheel(0, 900);
      await page.waitForFunction(
        () => document.querySelector('section[aria-busy="true"]') === null,
      );
      most = Math.max(most, await page.evaluate(() => document.querySelectorAll("*").length));
    }
    await end.waitFor();
    await page.getByRole("radio", { name: "All, 300" }).waitFor();
    assert.ok(most < 1500, `${most} nodes`);
    const shift = await page.evaluate(
      () => (globalThis as unknown as { seen: { shift: number } }).seen.shift,
    );
    assert.equal(shift, 0, "layout shift");
    await axe();
  },
);

journey("coming back from another page finds the same place", {}, async ({ page }) => {
  await openUser(page, "stone_a_day");
  await page.mouse.wheel(0, 2500);
  await page.getByRole("radio", { name: /^All, (2[4-9]|[3-9]\d)/ }).waitFor();
  await page.waitForTimeout(300);
  const before = await page.evaluate(() => Math.round(scrollY));
  assert.ok(before > 1000);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>("footer a[href='/about']")?.click(),
  );
  await page.getByRole("heading", { level: 1, name: /^About/ }).waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goBack();
  await cards(page).first().waitFor();
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 4, before);
});

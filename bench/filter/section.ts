import type { Locator, Page } from "@playwright/test";
import { median } from "#tools/numbers.ts";
import { launchBrowser } from "#tools/browser.ts";
import { DESKTOP, withDevice } from "#bench/phone/device.ts";
import { pressTime, type PressTime } from "#bench/phone/filters.ts";
import { mark, record, table } from "#bench/results.ts";
import { startServer } from "#tools/server/test-server.ts";
import {
  filterButton,
  kindOf,
  loadedToEnd,
  loadEverything,
  narrowSheet,
  openNarrowSheet,
  postsShown,
  wordsField,
} from "#web/e2e/narrow-page.ts";

const CREATOR = "long_seam";
const POSTS = 1_500;
const AIM_MS = 50;
const ROUNDS = 5;
const KINDS = ["Images", "Galleries", "Videos", "All"];
const COMMUNITIES = 4;
const WORDS = "zircon ridge";
/** The pause before a click, so that the page is at rest. */
const REST_MS = 200;

async function measurePress(page: Page, target: Locator, times: PressTime[]): Promise<void> {
  times.push(await pressTime(page, target));
  await page.waitForTimeout(REST_MS);
}

async function measureKinds(page: Page): Promise<PressTime[]> {
  const times: PressTime[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of KINDS) await measurePress(page, kindOf(page, name), times);
  return times;
}

/** Clicks each filter on and off again. */
async function measureCommunities(page: Page): Promise<PressTime[]> {
  const times: PressTime[] = [];
  const dialog = narrowSheet(page);
  const names = (await dialog.locator("label span.truncate").allTextContents()).slice(
    0,
    COMMUNITIES,
  );
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of names) {
      const box = dialog.getByRole("checkbox", { name });
      await measurePress(page, box, times);
      await measurePress(page, box, times);
    }
  return times;
}

async function measureWords(page: Page): Promise<PressTime[]> {
  const times: PressTime[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await openNarrowSheet(page);
    await wordsField(page).fill(WORDS);
    await page.keyboard.press("Enter");
    const remove = filterButton(page, `“${WORDS}”`);
    await remove.waitFor();
    await page.waitForTimeout(REST_MS);
    await measurePress(page, remove, times);
  }
  return times;
}

async function loadAll(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("article").first().waitFor();
  const sheet = await openNarrowSheet(page);
  await loadEverything(sheet).click();
  await loadedToEnd(sheet).waitFor({ timeout: 120_000 });
  const shown = await postsShown(page).textContent();
  if (shown !== `${POSTS} posts shown`) throw new Error(`${shown}, not ${POSTS}`);
}

function rowOf(what: string, times: PressTime[]): string[] {
  const lists = times.map(({ list }) => list);
  const paints = times.map(({ paint }) => paint);
  const worst = (values: number[]) => Math.max(...values).toFixed(1);
  const middle = median(lists);
  return [
    what,
    String(times.length),
    middle.toFixed(1),
    worst(lists),
    `< ${AIM_MS}`,
    mark(middle < AIM_MS),
    `${median(paints).toFixed(1)}, ${worst(paints)}`,
  ];
}

/** Measures the time from a click to the new list, with every post of a creator loaded. */
export async function filter(): Promise<void> {
  const server = await startServer("bench-filter");
  const browser = await launchBrowser();
  try {
    const rows = await withDevice(browser, DESKTOP, 1, async ({ page }) => {
      await loadAll(page, `${server.baseUrl}/user/${CREATOR}`);
      const communities = await measureCommunities(page);
      await page.keyboard.press("Escape");
      const kinds = await measureKinds(page);
      return [
        rowOf("kind of media", kinds),
        rowOf("community, in the open sheet", communities),
        rowOf("words removed", await measureWords(page)),
      ];
    });
    record(
      "Filters of a long creator",
      `u/${CREATOR} of the sample, all ${POSTS} posts loaded, at 1440 × 900, at the machine's own speed: milliseconds from the press to the new
list, counts and cards in the page. The frame that shows them is drawn by the processor here, for want of a graphics card.

${table(["filter", "presses", "median", "worst", "aim of the median", "", "to the end of that frame: median, worst"], rows)}
`,
    );
  } finally {
    await browser.close();
    await server.stop();
  }
}

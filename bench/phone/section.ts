import type { Browser } from "@playwright/test";
import { startEdgeProxy } from "#bench/pages/edge-proxy.ts";
import { startBenchServer } from "#bench/pages/bench-server.ts";
import { median, quantile } from "#tools/numbers.ts";
import { mark, record, table } from "#bench/results.ts";
import { launchBrowser } from "#tools/browser.ts";
import { DESKTOP, PHONE_AT_2X, SLOWED } from "./device.ts";
import { filterTimes } from "./filters.ts";
import { firstPictures } from "./first-picture.ts";
import { LONG, longCreator } from "./long-creator.ts";
import { heapTwice, scrollScreens, scrollWhole } from "./scroll.ts";

const PICTURES = "/user/gemhunter";
const LONGEST = "stone_a_day";

type Row = [what: string, found: string, aim: string, holds: string];

const row = (what: string, value: number, digits: number, aim: number, sign = "≤"): Row => {
  const holds = sign === "<" ? value < aim : value <= aim;
  return [what, value.toFixed(digits), `${sign} ${aim}`, mark(holds)];
};

const forComparison = (what: string, found: string): Row => [what, found, "", "for comparison"];

async function onThePhone(browser: Browser, baseUrl: string): Promise<Row[]> {
  const times = await firstPictures(browser, baseUrl + PICTURES);
  const seen = await scrollScreens(browser, `${baseUrl}/user/${LONGEST}`);
  return [
    row("first picture, median of 5, ms", median(times), 0, 1_200),
    forComparison("all five", times.map((time) => time.toFixed(0)).join(", ")),
    row("frame while scrolling, p95, ms", quantile(seen.frames, 0.95), 1, 25),
    forComparison(
      "its median, and the worst of all, ms",
      `${median(seen.frames).toFixed(1)}, ${Math.max(...seen.frames).toFixed(0)}`,
    ),
    forComparison(
      "frame of the page at rest, p95, ms: the machine's own share",
      quantile(seen.idle, 0.95).toFixed(1),
    ),
    row("most DOM nodes at any time", seen.mostNodes, 0, 900, "<"),
    row("JavaScript heap after it, MB", seen.heap, 1, 11),
  ];
}

async function twice(browser: Browser, baseUrl: string): Promise<Row[]> {
  const proxy = await startEdgeProxy(baseUrl, await longCreator(baseUrl, LONGEST));
  try {
    const [first, second] = await heapTwice(browser, `${proxy.baseUrl}/user/${LONGEST}`);
    const growth = (second / first - 1) * 100;
    return [
      forComparison(
        `heap at the end of ${LONG} posts, first and second time, MB`,
        `${first.toFixed(1)}, ${second.toFixed(1)}`,
      ),
      row("its growth from the first to the second, %", growth, 1, 10),
    ];
  } finally {
    await proxy.stop();
  }
}

async function unslowed(browser: Browser, baseUrl: string): Promise<Row[]> {
  const url = `${baseUrl}/user/${LONGEST}`;
  const found: Row[] = [];
  for (const [name, looks] of [["phone", PHONE_AT_2X] as const, ["1440 × 900", DESKTOP] as const]) {
    const seen = await scrollWhole(browser, looks, url);
    found.push(
      row(`${name}: longest task, ms`, Math.max(0, ...seen.longTasks), 0, 100),
      row(`${name}: most DOM nodes`, seen.mostNodes, 0, 1_500, "<"),
      row(`${name}: layout shift`, seen.shift, 4, 0),
    );
  }
  const times = await filterTimes(browser, url);
  return [
    ...found,
    row("a filter, from press to paint, median, ms", median(times), 0, 100, "<"),
    row("the slowest of all filters, ms", Math.max(...times), 0, 100, "<"),
  ];
}

function text(slow: Row[], long: Row[], quick: Row[]): string {
  const head = ["what", "found", "aim", ""];
  return `The real Worker (wrangler dev, the sample source) behind brotli, in the browser tests' Chromium, at 390 × 844 with two pixels to a point, touch, nothing
cached. The machine has no graphics card, so its processor also draws what a phone's graphics chip would.

On a processor made ${SLOWED} times slower. First picture: from the navigation to the first post's picture on the screen. Then 30 screens of the
300-post creator, swiped; a frame counts if the page moved in it. For comparison, the best figure of other products in each row, by the same script:
1.35 s, 33 ms, 178 nodes, 4.4 MB.

${table(head, slow)}

${LONG} posts to the end, back, and to the end again: the 300-post creator's, repeated by the bench under other ids.

${table(head, long)}

At the machine's own speed, the 300-post creator from end to end, then each filter four times with all posts loaded, at 1440 × 900.

${table(head, quick)}
`;
}

export async function phone(): Promise<void> {
  const server = await startBenchServer();
  const browser = await launchBrowser();
  try {
    await Promise.all(
      [PICTURES, `/user/${LONGEST}`].map((page) =>
        fetch(server.baseUrl + page).then((one) => one.text()),
      ),
    );
    const slow = await onThePhone(browser, server.baseUrl);
    const quick = await unslowed(browser, server.baseUrl);
    const long = await twice(browser, server.baseUrl);
    record("Scrolling on a slow phone", text(slow, long, quick));
  } finally {
    await browser.close();
    await server.stop();
  }
}

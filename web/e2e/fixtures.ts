import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test as base } from "@playwright/test";
import { readLocalCrons } from "#tools/server/cron-timer.ts";
import { callCron } from "#tools/server/cron-call.ts";
import { seedFirstStart } from "#tools/seed/first-start.ts";
import { startServer, type TestServer } from "#tools/server/test-server.ts";
import { type AxeOptions, expectNoAxeViolations } from "./axe.ts";
import { watchBrowser } from "./browser-watch.ts";
import { keepToOwnCore } from "./own-core.ts";
import { recordToasts } from "./toast-record.ts";

export interface TestFixtures {
  baseURL: string;
  /** Console and page errors that this test expects; any other fails it. */
  allowErrors: (...patterns: RegExp[]) => void;
  /** Requests to other hosts that this test expects; any other fails it. */
  allowForeignRequests: (...patterns: RegExp[]) => void;
  /** Fails if axe finds a violation on the page. */
  axe: (options?: AxeOptions) => Promise<void>;
  /** How much faster animations and transitions run; films and timers keep their own speed. */
  animationSpeed: number;
  retryGuard: void;
  browserWatch: void;
  allowances: { errors: RegExp[]; foreignRequests: RegExp[] };
}

export interface WorkerFixtures {
  ownCore: void;
  /** Tests with another name get their own worker, and with it their own server and database. */
  serverName: string;
  /** Starts the server with the hearts and boards of a first `npm start`. */
  isSeeded: boolean;
  /** Variables of the Worker, in addition to those of every server. */
  serverVars: Record<string, string>;
  server: TestServer;
}

const notMatching = (found: Set<string>, allowed: RegExp[]) =>
  [...found].filter((text) => !allowed.some((pattern) => pattern.test(text)));

async function seed({ baseUrl, state }: TestServer): Promise<void> {
  await seedFirstStart(baseUrl, { state, onSeed: () => {} });
  for (const cron of readLocalCrons()) await callCron(baseUrl, cron);
}

export { expect };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverName: ["shared", { scope: "worker", option: true }],
  isSeeded: [false, { scope: "worker", option: true }],
  serverVars: [{}, { scope: "worker", option: true }],

  ownCore: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright takes the dependencies from a pattern.
    async ({}, provide, { parallelIndex, config }) => {
      keepToOwnCore(parallelIndex, config.workers);
      await provide();
    },
    { scope: "worker", auto: true },
  ],

  server: [
    async (
      { serverName, serverVars, isSeeded },
      provide,
      { parallelIndex, workerIndex, project },
    ) => {
      const server = await startServer(`e2e-${serverName}-${parallelIndex}`, { vars: serverVars });
      if (isSeeded) await seed(server);
      await provide(server);
      await server.stop();
      writeFileSync(join(project.outputDir, `server-${workerIndex}.log`), server.output());
    },
    { scope: "worker", timeout: 180_000 },
  ],

  baseURL: async ({ server }, provide) => provide(server.baseUrl),

  context: async ({ context }, provide) => {
    await recordToasts(context);
    await provide(context);
  },

  // Frames of animations are drawn without a graphics card: at their own speed they take about a tenth more processor.
  animationSpeed: [10, { option: true }],
  page: async ({ page, context, animationSpeed }, provide) => {
    const cdp = await context.newCDPSession(page);
    await cdp.send("Animation.enable");
    await cdp.send("Animation.setPlaybackRate", { playbackRate: animationSpeed });
    await provide(page);
  },

  /**
   * Retries a failed test only if its browser crashed, or if wrangler lost a request before the Worker: neither says
   * anything about the product.
   */
  retryGuard: [
    async ({ browser, server }, provide, { project, testId, retry }) => {
      const marker = join(project.outputDir, `infrastructure-failed-${testId}`);
      if (retry > 0 && !existsSync(marker))
        throw new Error("Not retried: browser and server went on. See the first attempt.");
      const before = server.output().length;
      await provide();
      const isRequestLost = server.output().slice(before).includes("Error inside ProxyWorker");
      if (!browser.isConnected() || isRequestLost) writeFileSync(marker, "");
    },
    { auto: true },
  ],

  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright takes the dependencies from a pattern.
  allowances: async ({}, provide) => provide({ errors: [], foreignRequests: [] }),
  allowErrors: async ({ allowances }, provide) =>
    provide((...patterns) => void allowances.errors.push(...patterns)),
  allowForeignRequests: async ({ allowances }, provide) =>
    provide((...patterns) => void allowances.foreignRequests.push(...patterns)),

  browserWatch: [
    async ({ context, baseURL, allowances }, provide, testInfo) => {
      const { errors, foreignRequests } = watchBrowser(context, baseURL);
      await provide();
      // A route handler that answers after the test would fail on the closed page, in the next test.
      for (const routed of [...context.pages(), context])
        await routed.unrouteAll({ behavior: "ignoreErrors" });
      if (testInfo.status !== testInfo.expectedStatus) return;
      expect(notMatching(errors, allowances.errors), "errors in the browser").toEqual([]);
      expect(
        notMatching(foreignRequests, allowances.foreignRequests),
        "requests to other hosts than allowForeignRequests names",
      ).toEqual([]);
    },
    { auto: true },
  ],

  axe: async ({ page }, provide) => provide((options) => expectNoAxeViolations(page, options)),
});

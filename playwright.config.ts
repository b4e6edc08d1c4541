import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "#tools/browser.ts";
import { PHONE } from "#tools/devices.ts";

/** A test fails by what it finds, not because the machine is busy with something else. */
const TEST_MS = 120_000;
const STEP_MS = 30_000;

export default defineConfig({
  testDir: "web/e2e",
  testMatch: "*.e2e.ts",
  outputDir: ".cache/e2e",
  globalSetup: "./web/e2e/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // web/e2e/fixtures.ts fails the second attempt at once unless the browser died or wrangler lost a request in the first.
  retries: 1,
  timeout: TEST_MS,
  expect: { timeout: STEP_MS },
  reporter: "list",
  use: {
    actionTimeout: STEP_MS,
    navigationTimeout: STEP_MS,
    colorScheme: "dark",
    screenshot: "only-on-failure",
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: await browserLaunchOptions(),
  },
  // A test without a tag runs on the desktop, at the smallest size of the wide layout: each pixel more is drawn without a
  // graphics card. Tests of wider layouts set their widths.
  projects: [
    { name: "desktop", grepInvert: /@phone/, use: { viewport: { width: 1024, height: 640 } } },
    { name: "phone", grep: /@phone|@both/, use: PHONE },
  ],
});

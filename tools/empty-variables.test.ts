import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.mock("node:fs", { spy: true });

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

test("an empty UNEARTH_STATE is the usual folder", async () => {
  vi.stubEnv("UNEARTH_STATE", "");
  const { stateFolder } = await import("./migrations.ts");
  expect(stateFolder).toBe(".wrangler/state");
});

test("an empty BROWSER_PATH does not hide Playwright's browser", async () => {
  vi.stubEnv("BROWSER_PATH", "");
  vi.mocked(existsSync).mockReturnValue(true);
  const { findFullBrowser } = await import("./browser.ts");
  expect(findFullBrowser()).toBe(chromium.executablePath());
});

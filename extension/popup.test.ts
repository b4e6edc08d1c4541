// @vitest-environment happy-dom
/// <reference types="vite/types/importMeta.d.ts" />
import { afterEach, expect, test, vi } from "vitest";
import { brand } from "#schema/brand.ts";
import { memoryStorage } from "./testing/memory-storage.ts";

const HOME = "https://unearth.example";
vi.mock("./build-constants.ts", () => ({ unearthHome: HOME }));

const [popup = ""] = Object.values(
  import.meta.glob<string>("./popup.html", { query: "?raw", import: "default", eager: true }),
);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Opens the popup over a tab with the address `url`, or with one that the extension may not read. */
async function openPopup({ url, stored = {} }: { url?: string; stored?: object } = {}) {
  document.body.innerHTML = /<main>.*<\/main>/s.exec(popup)?.[0] ?? "";
  const storage = memoryStorage({ ...stored });
  const listeners: ((changes: object) => void)[] = [];
  const local = {
    get: storage.get,
    set: async (change: Record<string, unknown>) => {
      await storage.set(change);
      for (const listener of listeners) listener(change);
    },
    onChanged: { addListener: (listener: (changes: object) => void) => listeners.push(listener) },
  };
  vi.stubGlobal("chrome", {
    storage: { local },
    tabs: {
      query: async ({ active, currentWindow }: chrome.tabs.QueryInfo) => {
        const others =
          active && currentWindow ? [] : [{ url: "https://www.reddit.com/user/Other" }];
        return [...others, url === undefined ? {} : { url }];
      },
    },
  });
  await import("./popup.ts");
  const find = <T extends Element>(id: string) => document.querySelector<T>(`#${id}`)!;
  return {
    local,
    on: find<HTMLInputElement>("on"),
    link: find<HTMLInputElement>("link"),
    state: find("state"),
    open: find<HTMLAnchorElement>("open"),
  };
}

test("over a Reddit profile the popup's link leads to the creator, elsewhere to the home page", async () => {
  const profile = await openPopup({ url: "https://old.reddit.com/u/GemHunter/" });
  await expect.poll(() => profile.open.textContent).toBe(`See u/GemHunter in ${brand.name}`);
  expect(profile.open.href).toBe(`${HOME}/user/GemHunter`);
  vi.resetModules();
  const unread = await openPopup();
  await expect.poll(() => unread.open.textContent).toBe(`Open ${brand.name}`);
  expect(unread.open.getAttribute("href")).toBe(HOME);
});

test("the link leads to the Unearth visited last", async () => {
  const home = "http://localhost:8787";
  const url = "https://www.reddit.com/user/GemHunter";
  const { open } = await openPopup({ url, stored: { home } });
  await expect.poll(() => open.href).toBe(`${home}/user/GemHunter`);
});

test("the popup shows the stored settings, and each switch stores its own", async () => {
  const { local, on, link, state } = await openPopup({ stored: { on: true, link: false } });
  await expect.poll(() => state.textContent).toMatch(/^Ready/);
  expect([on.checked, link.checked]).toEqual([true, false]);
  link.click();
  await expect.poll(() => local.get(["on", "link"])).toEqual({ on: true, link: true });
  on.click();
  await expect.poll(() => local.get(["on", "link"])).toEqual({ on: false, link: true });
  await expect.poll(() => state.textContent).toMatch(/^Off/);
});

test("a change in another part of the extension is shown", async () => {
  const { local, on, link, state } = await openPopup();
  await expect.poll(() => state.textContent).toMatch(/^Off/);
  expect([on.checked, link.checked]).toEqual([false, true]);
  await local.set({ on: true });
  await expect.poll(() => on.checked).toBe(true);
});

test("the popup says that Reddit is not asked until a stored stop ends", async () => {
  const stop = { reason: "blocked", until: Date.now() + 1_800_000 };
  const pace = { lastCall: 0, isSignedIn: true, stop };
  const { state } = await openPopup({ stored: { on: true, pace } });
  await expect.poll(() => state.textContent).toMatch(/^Reddit refuses this browser\. Paused until/);
});

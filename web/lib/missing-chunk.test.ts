// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failForMissingChunk, isMissingChunk, reloadForMissingChunk } from "./missing-chunk.ts";

const ADDRESS = "https://app.example/assets/about-1a2b.js";

test.each([
  ["Chromium", `Failed to fetch dynamically imported module: ${ADDRESS}`],
  ["Firefox", `error loading dynamically imported module: ${ADDRESS}`],
  ["Safari", "Importing a module script failed."],
  ["Vite", "Unable to preload CSS for /assets/about-1a2b.css"],
])("%s: '%s' is a missing chunk", (_, message) => {
  expect(isMissingChunk(new TypeError(message))).toBe(true);
});

test.each([new TypeError("x is undefined"), "Failed to fetch dynamically imported module"])(
  "another error, or none, is no missing chunk: %s",
  (error) => expect(isMissingChunk(error)).toBe(false),
);

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => fetched.mockReset());

/** A page that was opened `how`, `ms` ago. */
function openedBy(how: string, ms: number): void {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type: how } as never]);
  vi.spyOn(performance, "now").mockReturnValue(ms);
}

test.each([
  ["reload", 29_999, 0],
  ["reload", 30_000, 1],
  ["navigate", 29_999, 1],
] as const)("after a %s of %i ms a missing chunk asks %i times for the page", (how, ms, times) => {
  openedBy(how, ms);
  reloadForMissingChunk();
  expect(fetched).toHaveBeenCalledTimes(times);
});

test("a query without its chunk fails and asks for the page; one that failed otherwise only fails", () => {
  openedBy("navigate", 0);
  const missing = new TypeError(`Failed to fetch dynamically imported module: ${ADDRESS}`);
  expect(() => failForMissingChunk(new Error("other"))).toThrow("other");
  expect(fetched).not.toHaveBeenCalled();
  expect(() => failForMissingChunk(missing)).toThrow(missing);
  expect(fetched).toHaveBeenCalledOnce();
});

test.each([
  ["is reloaded if the server answers", 404, 1],
  ["stays while the server fails", 500, 0],
])("a page with a missing chunk %s", async (_what, status, times) => {
  openedBy("navigate", 0);
  fetched.mockResolvedValue(new Response("", { status }));
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  reloadForMissingChunk();
  await fetched.mock.results[0]?.value;
  await Promise.resolve();
  expect(reload).toHaveBeenCalledTimes(times);
});

import { expect, onTestFinished, test, vi } from "vitest";
import { brand } from "#schema/brand.ts";
import { LISTING, listing, message, PAGE } from "./testing/companion.ts";
import { memoryStorage } from "./testing/memory-storage.ts";

vi.mock("./build-constants.ts", () => ({
  unearthOrigins: ["https://unearth.example"],
  unearthHome: "https://unearth.example",
  redditOrigin: "https://www.reddit.com",
  extensionVersion: "1.2.3",
}));

type Respond = (answer: unknown) => void;
type Listener = (message: unknown, sender: object, respond: Respond) => unknown;

/** Starts the background script; returns its listener for messages and what it puts into the browser's menu. */
async function startBackground() {
  let listener: Listener = () => undefined;
  let install = () => {};
  const menu: { title: string }[] = [];
  const onMessage = { addListener: (added: Listener) => void (listener = added) };
  const onInstalled = { addListener: (added: () => void) => void (install = added) };
  vi.stubGlobal("chrome", {
    runtime: { id: PAGE.id, onMessage, onInstalled },
    storage: { local: memoryStorage({ on: true }) },
    contextMenus: {
      create: (item: { title: string }) => void menu.push(item),
      onClicked: { addListener: () => undefined },
    },
    tabs: {},
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  await import("./background.ts");
  const ask = (request: unknown, sender: object = PAGE) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const keepsChannel = listener(message(request), sender, resolve);
    return { keepsChannel, answer: promise };
  };
  return { ask, menu, install: () => install() };
}

test("a page of Unearth gets its answer over a channel that stays open, and any other page null", async () => {
  const { ask } = await startBackground();
  const { keepsChannel, answer } = ask({ type: "hello" });
  expect(keepsChannel).toBe(true);
  expect(await answer).toEqual({ ok: true, body: { version: "1.2.3" } });
  expect(await ask({ type: "hello" }, { ...PAGE, id: "another" }).answer).toBeNull();
  const elsewhere = { ...PAGE, origin: "https://elsewhere.example" };
  expect(await ask({ type: "hello" }, elsewhere).answer).toBeNull();
});

test("Reddit is asked through the browser's own fetch, a second time a second later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask } = await startBackground();
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (address: string | URL) => {
    calls.push(new URL(address).origin);
    return listing([]);
  });
  expect(await ask(LISTING).answer).toMatchObject({ ok: true, body: { state: "ok" } });
  const second = ask(LISTING).answer;
  await vi.advanceTimersByTimeAsync(999);
  expect(calls).toEqual(["https://www.reddit.com"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await second).toMatchObject({ ok: true });
  expect(calls).toHaveLength(2);
});

test("the menu of links is offered at the installation", async () => {
  const { menu, install } = await startBackground();
  install();
  expect(menu.map(({ title }) => title)).toEqual([`See in ${brand.name}`]);
});

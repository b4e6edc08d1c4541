// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import type { CompanionAnswer } from "#schema/companion.ts";

const said: (CompanionAnswer & { id: string })[] = [];
const extension = { isThere: true, isOn: true, passedOn: [] as unknown[] };
let home = "https://visited.before.example";
/** Called when the extension's settings change. */
let onChange: (changes: object) => void = () => {};
const questions: ((isYes: boolean) => void)[] = [];
vi.mock("./consent.ts", () => ({
  askConsent: () => new Promise<boolean>((resolve) => questions.push(resolve)),
}));

interface From {
  ask?: object;
  source?: unknown;
  origin?: string;
}

function say(id: string, from: From = {}): void {
  const { ask = { type: "hello" }, ...sender } = from;
  post({ unearth: 1, id, ask }, sender);
}

function post(data: unknown, { source = window, origin = location.origin }: From = {}): void {
  const event = new MessageEvent("message", { data });
  Object.defineProperty(event, "source", { value: source });
  Object.defineProperty(event, "origin", { value: origin });
  window.dispatchEvent(event);
}

const listing = { type: "listing", username: "ann" };

const visitorPresses = (isActive: boolean) =>
  Object.defineProperty(navigator, "userActivation", { value: { isActive }, configurable: true });

beforeAll(async () => {
  const answer = async <T>(value: T): Promise<T> => {
    if (!extension.isThere) throw new Error("Extension context invalidated.");
    return value;
  };
  const local = {
    get: () => answer({ on: extension.isOn, home }),
    set: async (change: { on?: boolean; home?: string }) => {
      await new Promise((resolve) => setTimeout(resolve));
      extension.isOn = change.on ?? extension.isOn;
      home = change.home ?? home;
      return answer(undefined);
    },
    onChanged: { addListener: (listener: typeof onChange) => void (onChange = listener) },
  };
  const sendMessage = (message: unknown) => {
    extension.passedOn.push(message);
    const body = { version: "1.0.0" };
    return answer(extension.isOn ? { ok: true, body } : { ok: false, reason: "off" });
  };
  vi.stubGlobal("chrome", { storage: { local }, runtime: { sendMessage } });
  vi.spyOn(window, "postMessage").mockImplementation(
    (data: unknown) => void said.push(data as never),
  );
  await import("./bridge.ts");
});

beforeEach(() => {
  Object.assign(extension, { isThere: true, isOn: true, passedOn: [] });
  questions.length = 0;
  said.length = 0;
  visitorPresses(true);
});

test("the Unearth page visited last becomes the target of links on Reddit", async () => {
  await expect.poll(() => home).toBe(location.origin);
});

test("a page that comes back from the back/forward cache learns what was switched meanwhile", async () => {
  const state = () => document.documentElement.getAttribute(COMPANION_ATTRIBUTE);
  await expect.poll(state).toBe("on");
  extension.isOn = false;
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await expect.poll(state).toBe("off");
});

test("a switch in the popup is announced to the open page, with an event", async () => {
  const announced: (string | null)[] = [];
  const note = () =>
    void announced.push(document.documentElement.getAttribute(COMPANION_ATTRIBUTE));
  document.addEventListener(COMPANION_ATTRIBUTE, note);
  extension.isOn = false;
  onChange({ on: {} });
  await expect.poll(() => announced).toEqual(["off"]);
  extension.isOn = true;
  onChange({ on: {} });
  await expect.poll(() => announced).toEqual(["off", "on"]);
  document.removeEventListener(COMPANION_ATTRIBUTE, note);
});

test("messages of other scripts are neither passed on nor answered", async () => {
  const ask = { type: "hello" };
  for (const data of [
    null,
    "text",
    { id: "a", ask },
    { unearth: 2, id: "a", ask },
    { unearth: 1, id: 7, ask },
    { unearth: 1, ask },
    { unearth: 1, id: "a", ask: "hello" },
    { unearth: 1, id: "a", ask: null },
    { unearth: 1, id: "a" },
  ])
    post(data);
  say("ours");
  await expect.poll(() => said).toMatchObject([{ id: "ours", ok: true }]);
  expect(extension.passedOn).toMatchObject([{ id: "ours" }]);
});

test("after an update or removal of the extension, the content script left in the page answers with gone", async () => {
  say("before");
  await expect.poll(() => said).toMatchObject([{ unearth: 1, id: "before", ok: true }]);
  extension.isThere = false;
  say("after");
  await expect.poll(() => said[1]).toMatchObject({ id: "after", ok: false, reason: "gone" });
});

test("messages of a frame, of another origin and above 500 characters are not passed on", async () => {
  say("frame", { source: {} });
  say("elsewhere", { origin: "https://elsewhere.example" });
  say("long", { ask: { type: "hello", more: "x".repeat(500) } });
  say("ours");
  await expect.poll(() => said).toMatchObject([{ id: "ours", ok: true }]);
  expect(extension.passedOn).toMatchObject([{ id: "ours" }]);
});

test("while the extension is off, a hello or a request without a press of the visitor asks for no consent", async () => {
  extension.isOn = false;
  say("hello");
  await expect.poll(() => said).toHaveLength(1);
  visitorPresses(false);
  say("nagging", { ask: listing });
  await expect.poll(() => said).toHaveLength(2);
  expect(said.map(({ ok }) => ok)).toEqual([false, false]);
  expect(said).toMatchObject([{ reason: "off" }, { reason: "off" }]);
  expect({ questions, passedOn: extension.passedOn }).toEqual({ questions: [], passedOn: [] });
});

test("two requests at once ask for consent once, and the answer holds for both", async () => {
  extension.isOn = false;
  say("first", { ask: listing });
  say("second", { ask: listing });
  await expect.poll(() => questions).toHaveLength(1);
  questions[0]?.(false);
  await expect.poll(() => said).toHaveLength(2);
  expect({ said, passedOn: extension.passedOn }).toMatchObject({
    said: [{ reason: "off" }, { reason: "off" }],
    passedOn: [],
  });
  say("third", { ask: listing });
  await expect.poll(() => questions).toHaveLength(2);
  questions[1]?.(true);
  await expect.poll(() => said[2]).toMatchObject({ id: "third", ok: true });
  expect(extension.isOn).toBe(true);
});

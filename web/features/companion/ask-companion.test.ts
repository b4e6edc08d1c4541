// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import type { CompanionMessage } from "#schema/companion.ts";
import { installCompanion, removeCompanion, say } from "#web/testing/companion.ts";
import { askCompanion } from "./ask-companion.ts";

afterEach(() => {
  removeCompanion();
  vi.useRealTimers();
});

test("the answer with the request's id is taken, and ends the wait", async () => {
  vi.useFakeTimers();
  installCompanion(() => ({ ok: true, body: { version: "1.0.0" } }));
  expect(await askCompanion({ type: "hello" })).toMatchObject({ body: { version: "1.0.0" } });
  await vi.advanceTimersByTimeAsync(300_000);
  expect(document.documentElement.getAttribute(COMPANION_ATTRIBUTE)).toBe("on");
});

test.each([
  ["of a frame", { source: {} }, {}],
  ["of another origin", { origin: "https://evil.example" }, {}],
  ["with another id", {}, { id: "other" }],
  ["without the mark", {}, { unearth: 2 }],
  ["without an outcome", {}, { ok: "yes" }],
])("an answer %s is ignored", async (_, from, change) => {
  let id = "";
  installCompanion(() => null);
  vi.spyOn(window, "postMessage").mockImplementation((message: unknown) => {
    id = (message as CompanionMessage).id;
  });
  const answer = askCompanion({ type: "hello" });
  say({ unearth: 1, id, ok: true, body: { version: "forged" }, ...change }, from);
  say({ unearth: 1, id, ok: true, body: { version: "true" } });
  expect(await answer).toMatchObject({ body: { version: "true" } });
});

test("an answer of another shape counts as blocked", async () => {
  for (const shape of [
    { ok: true },
    { ok: true, body: "text" },
    { ok: false, reason: "because" },
    { ok: false },
  ]) {
    installCompanion(() => shape);
    expect(await askCompanion({ type: "hello" })).toEqual({ ok: false, reason: "blocked" });
  }
  for (const until of ["soon", 0, -5]) {
    installCompanion(() => ({ ok: false, reason: "off", until }));
    expect(await askCompanion({ type: "hello" })).toEqual({ ok: false, reason: "off" });
  }
});

test.each([
  ["a listing", { type: "listing", username: "ann", sort: "new", after: null }, 25, "on", null],
  ["a hello", { type: "hello" }, 3, "off", null],
  ["a request that asks for consent", { type: "about", username: "ann" }, 300, "off", "off"],
] as const)(
  "unanswered, the companion counts as gone, and as removed unless its question may be open: %s",
  async (_what, request, seconds, before, after) => {
    vi.useFakeTimers();
    installCompanion(() => null);
    const page = document.documentElement;
    page.setAttribute(COMPANION_ATTRIBUTE, before);
    const announced = vi.fn<() => void>();
    document.addEventListener(COMPANION_ATTRIBUTE, announced, { once: true });
    const removed = vi.spyOn(window, "removeEventListener");
    const answer = askCompanion(request);
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(removed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ ok: false, reason: "gone" });
    expect(removed).toHaveBeenCalledWith("message", expect.any(Function));
    expect(page.getAttribute(COMPANION_ATTRIBUTE)).toBe(after);
    expect(announced).toHaveBeenCalledTimes(before === after ? 0 : 1);
  },
);

test("a request that met the companion's full queue is sent once more when the queue has room", async () => {
  vi.useFakeTimers();
  const busy = () => ({ ok: false, reason: "busy", until: Date.now() + 6_000 });
  const answers = [busy(), { ok: true, body: { state: "missing" } }];
  const requests = installCompanion(() => answers.shift() ?? busy());
  const ask = (signal?: AbortSignal) => askCompanion({ type: "about", username: "ann" }, signal);
  const answer = ask();
  await vi.advanceTimersByTimeAsync(5_999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toMatchObject({ ok: true });

  const again = ask();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await again, "twice at most").toMatchObject({ reason: "busy" });
  expect(requests).toHaveLength(4);

  const left = new AbortController();
  const aborted = ask(left.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  left.abort();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await aborted).toEqual({ ok: false, reason: "gone" });
  expect(requests).toHaveLength(5);
});

test("a queue without an end, or with one that no queue has, is not waited for", async () => {
  for (const until of [undefined, Date.now() + 60_000]) {
    const requests = installCompanion(() => ({ ok: false, reason: "busy", until }));
    expect(await askCompanion({ type: "about", username: "ann" })).toMatchObject({ until });
    expect(requests).toHaveLength(1);
  }
});

test("an aborted request stops waiting", async () => {
  installCompanion(() => null);
  const leaving = new AbortController();
  const answer = askCompanion({ type: "hello" }, leaving.signal);
  leaving.abort();
  expect(await answer).toEqual({ ok: false, reason: "gone" });
  expect(document.documentElement.getAttribute(COMPANION_ATTRIBUTE)).toBe("on");
});

test("a request that was aborted before it is sent does not reach the companion", async () => {
  const asked = vi.fn<() => null>(() => null);
  installCompanion(asked);
  const answer = askCompanion({ type: "hello" }, AbortSignal.abort());
  expect(await answer).toEqual({ ok: false, reason: "gone" });
  expect(asked).not.toHaveBeenCalled();
});

test("a prerendered page asks, and waits for the answer, only once it is shown", async () => {
  vi.useFakeTimers();
  const requests = installCompanion(() => ({ ok: true, body: { version: "1.0.0" } }));
  Object.assign(document, { prerendering: true });
  const answer = askCompanion({ type: "hello" });
  const left = new AbortController();
  const aborted = askCompanion({ type: "about", username: "ann" }, left.signal);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(requests).toEqual([]);
  expect(document.documentElement.getAttribute(COMPANION_ATTRIBUTE)).toBe("on");
  left.abort();
  expect(await aborted).toEqual({ ok: false, reason: "gone" });
  Object.assign(document, { prerendering: false });
  document.dispatchEvent(new Event("prerenderingchange"));
  expect(await answer).toMatchObject({ ok: true });
  expect(requests).toEqual([{ type: "hello" }]);
});

// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { CompanionMessage } from "#schema/companion.ts";
import { installCompanion, removeCompanion, say } from "#web/testing/companion.ts";
import { askCompanion } from "./ask.ts";

afterEach(() => {
  removeCompanion();
  vi.useRealTimers();
});

test("the answer with the request's id is taken", async () => {
  installCompanion(() => ({ ok: true, body: { version: "1.0.0" } }));
  expect(await askCompanion({ type: "hello" })).toMatchObject({ body: { version: "1.0.0" } });
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
  installCompanion(() => ({ ok: false, reason: "off", until: "soon" }));
  expect(await askCompanion({ type: "hello" })).toEqual({ ok: false, reason: "off" });
});

test("without an answer in time the companion counts as gone, and the listener is removed", async () => {
  vi.useFakeTimers();
  installCompanion(() => null);
  const removed = vi.spyOn(window, "removeEventListener");
  const answer = askCompanion({ type: "hello" });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(await answer).toEqual({ ok: false, reason: "gone" });
  expect(removed).toHaveBeenCalledWith("message", expect.any(Function));
});

test("an aborted request stops waiting", async () => {
  installCompanion(() => null);
  const leaving = new AbortController();
  const answer = askCompanion({ type: "hello" }, leaving.signal);
  leaving.abort();
  expect(await answer).toEqual({ ok: false, reason: "gone" });
});

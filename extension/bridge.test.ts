// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { CompanionAnswer } from "#schema/companion.ts";

const said: (CompanionAnswer & { id: string })[] = [];

function ask(id: string): void {
  const data = { unearth: 1, id, ask: { type: "hello" } };
  const event = new MessageEvent("message", { data });
  Object.defineProperty(event, "source", { value: window });
  Object.defineProperty(event, "origin", { value: location.origin });
  window.dispatchEvent(event);
}

test("the script of an extension that was updated or removed says so at once", async () => {
  const state = { isThere: true };
  const answer = async <T>(value: T): Promise<T> => {
    if (!state.isThere) throw new Error("Extension context invalidated.");
    return value;
  };
  const settings = { on: true, home: location.origin };
  const local = {
    get: () => answer(settings),
    set: () => answer(undefined),
    onChanged: { addListener: () => undefined },
  };
  const sendMessage = () => answer({ ok: true, body: { version: "1.0.0" } });
  vi.stubGlobal("chrome", { storage: { local }, runtime: { sendMessage } });
  vi.spyOn(window, "postMessage").mockImplementation(
    (data: unknown) => void said.push(data as never),
  );
  await import("./bridge.ts");
  ask("before");
  await expect.poll(() => said).toMatchObject([{ id: "before", ok: true }]);
  state.isThere = false;
  ask("after");
  await expect.poll(() => said[1]).toMatchObject({ id: "after", ok: false, reason: "gone" });
});

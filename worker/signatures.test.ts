import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { testApp } from "#worker/testing/test-app.ts";

beforeEach(() => env.KV.delete("cursor:key"));

/** Signs in an isolate that has no secret yet; returns the signatures for the purposes. */
async function signInNewIsolate(
  purposes: string[],
  KV: KVNamespace = env.KV,
): Promise<Set<string>> {
  vi.resetModules();
  const { signText } = await import("./signatures.ts");
  const background: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void background.push(work);
  const deps = { ...testApp({ env: { KV } }).deps(), waitUntil };
  const signatures = purposes.map((purpose) => signText(deps, purpose, "text"));
  const all = new Set(await Promise.all(signatures));
  await Promise.all(background);
  return all;
}

test("isolates share one secret through KV, and each purpose has its own key", async () => {
  const first = await signInNewIsolate(["cursor", "device"]);
  expect(first.size).toBe(2);
  expect(await signInNewIsolate(["cursor", "device"])).toEqual(first);
});

test("requests that come at once to a new isolate sign with one secret", async () => {
  expect((await signInNewIsolate(["cursor", "cursor", "cursor"])).size).toBe(1);
});

test("while KV fails an isolate has a secret of its own and does not write it", async () => {
  const put = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const get = () => Promise.reject(new Error("KV is down"));
  const KV = { get, put } as unknown as KVNamespace;
  expect((await signInNewIsolate(["cursor", "cursor"], KV)).size).toBe(1);
  expect(put).not.toHaveBeenCalled();
});

import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { recordingKv } from "#worker/testing/recording-kv.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import {
  peekMemory,
  rewriteEntry,
  storeEntry,
  type CacheEntry,
  type StoreSpec,
} from "./entry-store.ts";

function world(key: string) {
  const clock = testClock();
  const { KV, writes } = recordingKv();
  const background: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void background.push(work);
  const deps = { ...testApp({ clock, env: { KV } }).deps(), waitUntil };
  const now = clock.now();
  const entry = (value: string): CacheEntry<string> => ({
    value,
    fetchedAt: now,
    freshUntil: now + 5 * MINUTE_MS,
    goodUntil: now + HOUR_MS,
  });
  const spec: StoreSpec<string> = { key };
  return { clock, KV, writes, deps, spec, entry, settled: () => Promise.all(background) };
}

test("a rewrite of a stale entry stays in memory: KV keeps what another isolate has refreshed", async () => {
  const { clock, KV, writes, deps, spec, entry, settled } = world("rewritten");
  storeEntry(deps, spec, entry("first"));
  await settled();
  clock.advance(6 * MINUTE_MS);
  const now = clock.now();
  const refreshed = `${now} ${now + MINUTE_MS} ${now + HOUR_MS}\n"refreshed"`;
  await KV.put(spec.key, refreshed);
  writes.length = 0;
  rewriteEntry(deps, spec, entry("with a tail"));
  await settled();
  expect(writes).toEqual([]);
  expect(await KV.get(spec.key)).toBe(refreshed);
});

test("a rewritten value is held as parsed from its own text, because its parts keep other entries' texts alive", async () => {
  const { deps, entry } = world("parsed");
  const foreign = ["a line of another batch"];
  const spec: StoreSpec<string[]> = {
    key: "parsed",
    serialise: (lines) => lines.join(),
    parse: (text) => text.split(","),
  };
  rewriteEntry(deps, spec, { ...entry(""), value: foreign });
  const held = peekMemory<string[]>(deps, spec.key)?.value;
  expect(held).toEqual(foreign);
  expect(held).not.toBe(foreign);
});

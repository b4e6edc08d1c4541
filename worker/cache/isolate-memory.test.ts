import { expect, test } from "vitest";
import { isolateMemory } from "./isolate-memory.ts";
import { dropEnded, keepNewest } from "./keep-newest.ts";

test("memory is bounded in bytes and evicts the least recently used entry", () => {
  isolateMemory.clear();
  const megabyte = 1_000_000;
  for (let index = 0; index < 10; index += 1) isolateMemory.set(`key${index}`, index, megabyte);
  expect(isolateMemory.get("key0")).toBe(0);
  for (let index = 10; index < 13; index += 1) isolateMemory.set(`key${index}`, index, megabyte);
  expect(isolateMemory.get("key0")).toBe(0);
  expect(isolateMemory.get("key1")).toBeUndefined();
  expect(isolateMemory.get("key12")).toBe(12);
  isolateMemory.clear();
});

test("a replaced or deleted entry frees its bytes, and an oversized one is not stored", () => {
  isolateMemory.clear();
  const megabyte = 1_000_000;
  isolateMemory.set("kept", "kept", megabyte);
  for (let index = 0; index < 50; index += 1) isolateMemory.set("again", index, megabyte);
  for (let index = 0; index < 50; index += 1) {
    isolateMemory.set("gone", index, megabyte);
    isolateMemory.delete("gone");
  }
  isolateMemory.set("giant", "giant", 100 * megabyte);
  expect(isolateMemory.get("kept")).toBe("kept");
  expect(isolateMemory.get("again")).toBe(49);
  expect(isolateMemory.get("giant")).toBeUndefined();
  isolateMemory.clear();
});

test("a map of remembered keys keeps the newest of them, and a key that is set again is new", () => {
  const map = new Map([
    ["a", 1],
    ["b", 1],
  ]);
  keepNewest(map, "a", 2, 2);
  expect([...map]).toEqual([
    ["b", 1],
    ["a", 2],
  ]);
  keepNewest(map, "c", 1, 2);
  expect([...map.keys()]).toEqual(["a", "c"]);
});

test("entries that are over are deleted, up to the first that is not", () => {
  const map = new Map([
    ["a", 1],
    ["b", 2],
    ["c", 3],
  ]);
  dropEnded(map, (end) => end <= 2);
  expect([...map.keys()]).toEqual(["c"]);
  dropEnded(map, () => false);
  expect(map.size).toBe(1);
});

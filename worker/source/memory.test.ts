import { expect, test } from "vitest";
import { memory } from "./memory.ts";

test("memory is bounded in bytes, and what was used least recently goes first", () => {
  memory.clear();
  const megabyte = 1_000_000;
  for (let index = 0; index < 10; index += 1) memory.set(`key${index}`, index, megabyte);
  expect(memory.get("key0")).toBe(0);
  for (let index = 10; index < 13; index += 1) memory.set(`key${index}`, index, megabyte);
  expect(memory.get("key0")).toBe(0);
  expect(memory.get("key1")).toBeUndefined();
  expect(memory.get("key12")).toBe(12);
  memory.clear();
});

test("what is replaced or deleted gives its room back, and a giant is not taken in", () => {
  memory.clear();
  const megabyte = 1_000_000;
  memory.set("kept", "kept", megabyte);
  for (let index = 0; index < 50; index += 1) memory.set("again", index, megabyte);
  for (let index = 0; index < 50; index += 1) {
    memory.set("gone", index, megabyte);
    memory.delete("gone");
  }
  memory.set("giant", "giant", 100 * megabyte);
  expect(memory.get("kept")).toBe("kept");
  expect(memory.get("again")).toBe(49);
  expect(memory.get("giant")).toBeUndefined();
  memory.clear();
});

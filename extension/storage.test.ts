import { expect, test } from "vitest";
import { changeSettings, readSettings } from "./storage.ts";
import { memoryStorage } from "./testing/memory-storage.ts";

test("settings that are changed at once in two places are both kept", async () => {
  const storage = memoryStorage();
  await Promise.all([
    changeSettings(storage, { on: true }),
    changeSettings(storage, { link: false }),
    changeSettings(storage, { home: "https://unearth.example" }),
  ]);
  const changed = { on: true, link: false, home: "https://unearth.example" };
  expect(await readSettings(storage)).toEqual(changed);
});

test("a setting that is missing or of another type has its default", async () => {
  const defaults = { on: false, link: true, home: null };
  expect(await readSettings(memoryStorage())).toEqual(defaults);
  expect(await readSettings(memoryStorage({ on: 1, link: "no", home: true }))).toEqual(defaults);
});

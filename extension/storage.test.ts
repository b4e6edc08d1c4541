import { expect, test, vi } from "vitest";
import { changeSettings, readSettings, type Settings, watchSettings } from "./storage.ts";
import { memoryStorage } from "./testing/memory-storage.ts";

test("settings that two places change at once are both kept", async () => {
  const storage = memoryStorage();
  await Promise.all([
    changeSettings(storage, { on: true }),
    changeSettings(storage, { link: false }),
    changeSettings(storage, { home: "https://unearth.example" }),
  ]);
  const changed = { on: true, link: false, home: "https://unearth.example" };
  expect(await readSettings(storage)).toEqual(changed);
});

test("a change of one setting reports all settings, and a change of another key reports nothing", async () => {
  type Changes = Record<string, unknown>;
  const changed = Promise.withResolvers<(changes: Changes) => void>();
  const local = {
    ...memoryStorage({ on: true }),
    onChanged: { addListener: changed.resolve },
  };
  vi.stubGlobal("chrome", { storage: { local } });
  const heard: Settings[] = [];
  watchSettings((settings) => heard.push(settings));
  const change = await changed.promise;
  change({ pace: {} });
  change({ on: {} });
  await vi.waitFor(() => expect(heard).toEqual([{ on: true, link: true, home: null }]));
  vi.unstubAllGlobals();
});

test("a setting that is missing or of another type has its default", async () => {
  const defaults = { on: false, link: true, home: null };
  expect(await readSettings(memoryStorage())).toEqual(defaults);
  expect(await readSettings(memoryStorage({ on: 1, link: "no", home: true }))).toEqual(defaults);
});

import { expect, test, vi } from "vitest";
import { writeStored, readStored } from "./stored.ts";

test("a stored value is read back with storage, with full storage and without storage", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal("localStorage", storage);
  writeStored("local", "a", "1");
  expect(kept.get("a")).toBe("1");
  expect(readStored("local", "a")).toBe("1");
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  writeStored("local", "a", "newer than what a full storage holds");
  expect(readStored("local", "a")).toBe("newer than what a full storage holds");
  vi.stubGlobal("localStorage", storage);
  writeStored("local", "a", "newest");
  expect(readStored("local", "a"), "with room again").toBe("newest");
  vi.stubGlobal("localStorage", undefined);
  expect(readStored("local", "b")).toBeNull();
  writeStored("local", "b", "2");
  expect(readStored("local", "b")).toBe("2");
  writeStored("local", "b", null);
  expect(readStored("local", "b")).toBeNull();
});

test("a session value is in session storage only, and a removed value is in none", () => {
  const areas = { localStorage: new Map<string, string>(), sessionStorage: new Map() };
  for (const [name, kept] of Object.entries(areas))
    vi.stubGlobal(name, {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
  writeStored("session", "draft", "typed");
  expect(readStored("session", "draft")).toBe("typed");
  expect([...areas.localStorage, ...areas.sessionStorage]).toEqual([["draft", "typed"]]);
  expect(areas.sessionStorage.has("draft")).toBe(true);
  writeStored("session", "draft", null);
  expect([...areas.localStorage, ...areas.sessionStorage]).toEqual([]);
});

import type { Storage } from "#extension/storage.ts";

/** Like chrome.storage, it keeps copies and answers asynchronously. */
export function memoryStorage(stored: Record<string, unknown> = {}): Storage {
  return {
    get: (keys) => {
      const found = [keys].flat().filter((key) => key in stored);
      return Promise.resolve(
        structuredClone(Object.fromEntries(found.map((key) => [key, stored[key]]))),
      );
    },
    set: async (values) => void Object.assign(stored, structuredClone(values)),
  };
}

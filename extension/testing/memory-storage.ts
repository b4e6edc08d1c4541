import type { Storage } from "#extension/storage.ts";

/** Like the browser's: it keeps copies, and answers later. */
export function memoryStorage(stored: Record<string, unknown> = {}): Storage {
  return {
    get: (key) => Promise.resolve(structuredClone(key in stored ? { [key]: stored[key] } : {})),
    set: async (values) => void Object.assign(stored, structuredClone(values)),
  };
}

import { createStore, useStore } from "#web/lib/store.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

const STORAGE_KEY = "letter-keys";

/**
 * Whether letters and ? are shortcuts, on this device. They can be switched off because a word said to speech
 * recognition arrives as its letters (WCAG 2.1.4).
 */
const store = createStore<boolean>(() => readStored("local", STORAGE_KEY) !== "off");

export const usesLetterKeys = store.read;

export const useLetterKeys = (): boolean => useStore(store);

export function setLetterKeys(isOn: boolean): void {
  writeStored("local", STORAGE_KEY, isOn ? null : "off");
  store.notify();
}

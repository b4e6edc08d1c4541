import { createStore } from "#web/lib/store.ts";

/** The topmost modal dialog, or null. `Dialog` notifies after opening and closing. */
export const topDialog = createStore<Element | null>(
  () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? null,
);

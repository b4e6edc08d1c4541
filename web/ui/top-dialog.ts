import { createStore } from "#web/lib/store.ts";

/** The modal dialog on top, or null. `Dialog` notifies when one opens or closes. */
export const topDialog = createStore<Element | null>(
  () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? null,
);

import { createStore, useStore } from "./store.ts";

const tabShown = createStore(() => document.visibilityState === "visible", {
  connect: (notify) => {
    document.addEventListener("visibilitychange", notify);
    return () => document.removeEventListener("visibilitychange", notify);
  },
});

/** False while the tab is in the background. */
export const useTabShown = (): boolean => useStore(tabShown);

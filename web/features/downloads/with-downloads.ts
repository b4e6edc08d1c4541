import { showToast } from "#web/features/toasts/toast-store.ts";

type Jobs = typeof import("./jobs.ts");

/** Imports the downloads at the first press. */
export function withDownloads(start: (jobs: Jobs) => unknown): void {
  import("./jobs.ts").then(start).catch(() =>
    showToast({
      title: "The download could not start",
      description: "Check your connection, then reload the page.",
      tone: "destructive",
    }),
  );
}

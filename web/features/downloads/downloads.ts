import { showToast } from "#web/features/toasts/toast-store.ts";

type Jobs = typeof import("./run-job.ts");

/** Imports the downloads at the first press. */
export function withDownloads(start: (jobs: Jobs) => unknown): void {
  import("./run-job.ts").then(start).catch(() =>
    showToast({
      title: "The download could not start",
      description: "Check your connection, then reload the page.",
      tone: "destructive",
    }),
  );
}

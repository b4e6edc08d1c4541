import { showToast } from "#web/features/toasts/toast-store.ts";

type Jobs = typeof import("./jobs.ts");

const fail = () =>
  showToast({
    title: "The download could not start",
    description: "Check your connection, then reload the page.",
    tone: "destructive",
  });

/** Imports the downloads at the first press. Resolves once they have started, or could not. */
export async function withDownloads(start: (jobs: Jobs) => unknown): Promise<void> {
  const jobs = await import("./jobs.ts").catch(fail);
  if (jobs) void (async () => start(jobs))().catch(fail);
}

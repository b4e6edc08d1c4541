import { createStore } from "#web/lib/store.ts";

export type Job =
  | { state: "asking"; count: number; limit: number; start: () => void }
  | { state: "running"; name: string; note: string; fraction: number | null; cancel: () => void }
  | { state: "failed"; name: string; sentence: string; href: string | null };

let current: Job | null = null;

/** The current download; there is one at a time. */
export const jobStore = createStore<Job | null>(() => current);

export function setJob(next: Job | null): void {
  current = next;
  jobStore.notify();
}

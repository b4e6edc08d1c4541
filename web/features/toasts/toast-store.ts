import { createStore } from "#web/lib/store.ts";

export interface ToastInput {
  title: string;
  description?: string;
  tone?: "default" | "success" | "destructive";
  action?: { label: string; onPress: () => void };
}

export interface Toast extends ToastInput {
  id: number;
  /** The path of the page on which it was shown. */
  page: string | undefined;
  /** When its time began. */
  since: number;
}

let current: Toast | null = null;
let count = 0;

/** The current toast; there is one at a time. */
export const toastStore = createStore<Toast | null>(() => current);

function setToast(next: Toast | null): void {
  current = next;
  toastStore.notify();
}

export function showToast(input: ToastInput): void {
  count += 1;
  setToast({ ...input, id: count, page: globalThis.location?.pathname, since: Date.now() });
}

export function restartToast(): void {
  if (current) current.since = Date.now();
}

export function dismissToast(): void {
  setToast(null);
}

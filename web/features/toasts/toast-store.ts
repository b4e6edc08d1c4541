export type ToastTone = "default" | "success" | "destructive";

export interface ToastInput {
  title: string;
  description?: string;
  tone?: ToastTone;
}

export interface Toast extends ToastInput {
  id: number;
}

let current: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function set(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** One at a time: a new one takes the place of the last. */
export function showToast(input: ToastInput): void {
  count += 1;
  set({ ...input, id: count });
}

export function dismissToast(): void {
  set(null);
}

export function currentToast(): Toast | null {
  return current;
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const listeners = new Set<() => void>();

/** The modal everything else lies under, or null. */
export function topDialog(): Element | null {
  return [...document.querySelectorAll("dialog[open]")].at(-1) ?? null;
}

export function onDialogChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellDialogChange(): void {
  for (const listener of listeners) listener();
}

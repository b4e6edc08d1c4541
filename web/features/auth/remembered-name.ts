const KEY = "rememberedName";

/** 'Remember me' keeps the name (never a password) on this device for the next login. */
export function rememberedName(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export function rememberName(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Then it is typed again next time.
  }
}

export function forgetName(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing could have been kept either.
  }
}

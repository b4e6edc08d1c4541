interface Early {
  /** The form's accessible name. */
  form: string;
  text: string;
  hasFocus: boolean;
}

let early: Early | null = null;

/** Somebody may type into the page's plain form before the app draws its own in the same place. */
export function keepEarlyTyping(page: Document): void {
  const fields = [...page.querySelectorAll<HTMLInputElement>('[name="username"]')];
  const field = fields.find((one) => one === page.activeElement || one.value !== one.defaultValue);
  if (!field) return;
  early = {
    form: field.closest("search")?.getAttribute("aria-label") ?? "",
    text: field.value,
    hasFocus: field === page.activeElement,
  };
}

/** Of this form and once: a form drawn later begins afresh. */
export function takeEarlyTyping(form: string): Early | null {
  if (early?.form !== form) return null;
  const taken = early;
  queueMicrotask(() => {
    early = null;
  });
  return taken;
}

let fields: readonly HTMLInputElement[] = [];
let focused: EventTarget | null = null;

/** Visitors may type into the first view's form before the app replaces it by its own. */
export function keepEarlyTyping(page: Document): void {
  fields = [...page.querySelectorAll<HTMLInputElement>('[name="username"]')];
  focused = page.activeElement;
  page.addEventListener("focusin", ({ target }) => {
    focused = target;
  });
}

/** Returns the text of the first view's form once, after the app has replaced it. Later forms start empty. */
export function takeEarlyTyping(form: string): { text: string; hadFocus: boolean } | null {
  const field = fields.find((one) => one.closest("search")?.getAttribute("aria-label") === form);
  if (!field || field.isConnected) return null;
  fields = fields.filter((one) => one !== field);
  const hadFocus = focused === field;
  return hadFocus || field.value !== field.defaultValue ? { text: field.value, hadFocus } : null;
}

/**
 * For an invalid field that has the focus already, so that no move of the focus reads its sentence. The sentence
 * becomes an alert. It is inserted again, because the second failure in a row changes nothing.
 */
export function announceError(field: Element | null): void {
  const sentence = field && document.getElementById(`${field.id}-error`);
  if (!sentence) return;
  sentence.setAttribute("role", "alert");
  sentence.replaceChildren(...sentence.childNodes);
}

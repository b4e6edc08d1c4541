/** For a change of the page's content. Without scrolling: the page is at its top, or keeps its position. */
export const focusMain = (): void =>
  document.getElementById("main")?.focus({ preventScroll: true });

import type { MouseEvent } from "react";

/** Other clicks on a link are left to the browser: a new tab, a download, a menu. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

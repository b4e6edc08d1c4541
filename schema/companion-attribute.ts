/**
 * Set on the page's root element while the companion is installed: "on" if the visitor lets it answer, else "off". An
 * event of the same name on the document announces changes.
 */
export const COMPANION_ATTRIBUTE = "data-unearth-companion";

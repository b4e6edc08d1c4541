/**
 * Set on the page's root element by the companion while it is installed: "on" where the visitor lets it answer, else
 * "off". Changes are announced by an event of the same name on the document.
 */
export const COMPANION_ATTRIBUTE = "data-unearth-companion";

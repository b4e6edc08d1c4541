import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { readStored } from "#web/lib/stored.ts";

/** The visitor's choice in this browser: "server" where they do not want the companion's listings. */
export const CHOICE_KEY = "posts-source";

export const hasChosenServer = () => readStored("local", CHOICE_KEY) !== null;

/** "on", "off", or null where it is not installed. */
export const companionState = () => document.documentElement.getAttribute(COMPANION_ATTRIBUTE);

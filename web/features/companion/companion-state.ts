import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { readStored } from "#web/lib/stored.ts";
import type { ListingAnswer } from "./listing-answer.ts";

/** Set to "server" if the visitor does not want the companion's listings in this browser. */
export const CHOICE_KEY = "posts-source";

export const hasChosenServer = () => readStored("local", CHOICE_KEY) !== null;

/** "on" or "off"; null if no companion is installed. */
export const companionState = () => document.documentElement.getAttribute(COMPANION_ATTRIBUTE);

/** Whether the companion will fetch this listing again in place of the server: see useSource. */
export const isOwnDue = ({ source, refused }: ListingAnswer): boolean =>
  source !== "companion" && !refused && companionState() === "on" && !hasChosenServer();

/** Counts the companion as not installed until a content script announces it again. */
export function forgetCompanion(): void {
  document.documentElement.removeAttribute(COMPANION_ATTRIBUTE);
  document.dispatchEvent(new Event(COMPANION_ATTRIBUTE));
}

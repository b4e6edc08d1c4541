import type { CompanionRefusal } from "#schema/companion.ts";

const timeOf = (at: number): string =>
  new Date(at).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit" });

/** Why the companion could not read Reddit, in one sentence. */
export function refusalSentence({ reason, until }: CompanionRefusal): string {
  const pause = until === undefined ? "" : ` until ${timeOf(until)}`;
  switch (reason) {
    case "signed_out":
      return "You are signed out of Reddit in this browser.";
    case "rate_limited":
      return `Reddit asks your browser for a pause${pause}.`;
    case "busy":
      return "Too many questions to Reddit wait in your browser. Try again in a few seconds.";
    case "blocked":
      return pause
        ? `Reddit refuses your browser${pause}.`
        : "Reddit gave your browser no usable answer.";
    case "gone":
      return "The companion does not answer. Reload this page, or update the companion.";
    case "off":
      return "The companion is switched off.";
  }
}

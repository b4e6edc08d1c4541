import { brand } from "#schema/brand.ts";
import type { Pace } from "./pace.ts";

const timeOf = (at: number): string =>
  new Date(at).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit" });

/** The sentence below the popup's switch. */
export function stateSentence(isOn: boolean, { stop, isSignedIn }: Pace): string {
  if (!isOn) return `Off. ${brand.name} asks nothing through this browser.`;
  if (stop?.reason === "signed_out" || (isSignedIn === false && !stop))
    return "Sign in to Reddit in this browser, so that Reddit answers.";
  if (stop?.reason === "blocked")
    return `Reddit refuses this browser. Paused until ${timeOf(stop.until)}.`;
  if (stop) return `Reddit asks for a pause until ${timeOf(stop.until)}.`;
  if (isSignedIn) return "Signed in to Reddit. Ready.";
  return "Ready. Whether you are signed in to Reddit shows with the first question.";
}

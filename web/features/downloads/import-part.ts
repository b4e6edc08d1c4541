import { NoFileError } from "./download-failure.ts";
import { unlessAborted } from "./unless-aborted.ts";

/**
 * A chunk of ours that is gone after a deployment is no failure of the media's host. Only a reload helps, because the
 * browser remembers a failed import.
 */
function failMissing(): never {
  throw new NoFileError(
    "A part of this page could not be loaded. Check your connection, then reload the page.",
  );
}

/** An import cannot be stopped, so a cancelled download does not wait for it. */
export const importPart = <Part>(part: Promise<Part>, signal: AbortSignal): Promise<Part> =>
  unlessAborted(part.catch(failMissing), signal);

import { stripVTControlCharacters } from "node:util";

/** A line of tools/build/web.ts in wrangler's output. */
const BUILD_STEP = /^\[custom build\] (?!Running)(.*\S.*)$/;
/** wrangler's first line after the build. */
const SERVER_STARTS = /^Your Worker has access to/;

export interface Progress {
  begin: (step: string) => void;
  /** Takes wrangler's output in chunks of any size; coloured if FORCE_COLOR is set. */
  readOutput: (chunk: string) => void;
  /** Prints the current step again, with its duration in seconds. */
  remind: () => void;
}

/** Prints each step of a start as it begins. */
export function startProgress(print: (line: string) => void, now: () => number): Progress {
  let step = "";
  let since = now();
  let rest = "";
  const begin = (next: string) => {
    if (next === step) return;
    step = next;
    since = now();
    print(step);
  };
  const readLine = (line: string) => {
    const built = BUILD_STEP.exec(line)?.[1];
    if (built) begin(built);
    else if (SERVER_STARTS.test(line)) begin("Starting the server …");
  };
  const readOutput = (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) readLine(stripVTControlCharacters(line));
  };
  const remind = () => print(`${step} ${Math.round((now() - since) / 1000)} s`);
  return { begin, readOutput, remind };
}

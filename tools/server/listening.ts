import { stripVTControlCharacters } from "node:util";
import { takeOption } from "#tools/take-option.ts";

/** wrangler's line once its server listens; a log level above `info` hides it. */
const READY = /\bReady on http/;
const LEVELS_WITHOUT_IT = ["none", "error", "warn"];
const LONGEST_LINE = 200;

export interface Listening {
  /** Takes wrangler's output in chunks of any size. */
  readOutput: (chunk: string) => void;
  /** False while an answer at the port is another server's. */
  isListening: () => boolean;
}

/** `args` are wrangler's; its option overrides the level of WRANGLER_LOG. */
export function watchListening(args: readonly string[] = [], environmentsLevel = ""): Listening {
  const level = takeOption(args, "log-level").value ?? environmentsLevel;
  let isListening = LEVELS_WITHOUT_IT.includes(level.toLowerCase());
  let end = "";
  return {
    readOutput: (chunk) => {
      const text = end + chunk;
      isListening ||= READY.test(stripVTControlCharacters(text));
      end = text.slice(-LONGEST_LINE);
    },
    isListening: () => isListening,
  };
}

import { expect, test } from "vitest";
import { watchListening } from "./listening.ts";

const OUTPUT =
  "⎔ Starting local server...\n[wrangler:info] \u001B[1mReady\u001B[22m on http://a:1\n";

test("a server listens once wrangler has said so, in chunks of any size", () => {
  const { readOutput, isListening } = watchListening();
  readOutput("Your Worker has access to the following bindings:\n");
  expect(isListening()).toBe(false);
  for (let at = 0; at < OUTPUT.length; at += 3) readOutput(OUTPUT.slice(at, at + 3));
  expect(isListening()).toBe(true);
});

test.each([
  { args: [], environment: "error", hides: true },
  { args: [], environment: "WARN", hides: true },
  { args: [], environment: "debug", hides: false },
  { args: ["--log-level", "none"], environment: "", hides: true },
  { args: ["--port", "1", "--log-level=error"], environment: "log", hides: true },
  { args: ["--log-level", "info"], environment: "error", hides: false },
])(
  "a log level that hides the line counts as listening from the start: $args, $environment",
  ({ args, environment, hides }) => {
    expect(watchListening(args, environment).isListening()).toBe(hides);
  },
);

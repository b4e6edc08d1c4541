import { expect, test } from "vitest";
import { startProgress } from "./start-progress.ts";

function record() {
  const lines: string[] = [];
  let time = 0;
  const progress = startProgress(
    (line) => lines.push(line),
    () => time,
  );
  return { lines, progress, advance: (ms: number) => void (time += ms) };
}

test.each([
  ["", "[custom build]"],
  [" of coloured output", "\u001B[34m[custom build]\u001B[39m"],
])("each step%s, of build and server, is printed once, in order", (_, prefix) => {
  const { lines, progress } = record();
  const output = [
    `${prefix} Running: node tools/build.mjs --local`,
    `${prefix} Building the web app …`,
    `${prefix} `,
    `${prefix} Applying database migrations …`,
    "Your Worker has access to the following bindings:",
    "env.DB (unearth)   D1 Database   local",
    "",
  ].join("\n");
  // Cut in the middle of lines, as a pipe does it.
  for (let at = 0; at < output.length; at += 7) progress.readOutput(output.slice(at, at + 7));
  expect(lines).toEqual([
    "Building the web app …",
    "Applying database migrations …",
    "Starting the server …",
  ]);
});

test("a reminder names the current step and the seconds since it began", () => {
  const { lines, progress, advance } = record();
  progress.begin("Building the web app …");
  advance(20_400);
  progress.remind();
  progress.begin("Starting the server …");
  advance(10_000);
  progress.remind();
  expect(lines).toEqual([
    "Building the web app …",
    "Building the web app … 20 s",
    "Starting the server …",
    "Starting the server … 10 s",
  ]);
});

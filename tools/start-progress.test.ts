import { expect, test, vi } from "vitest";
import { startProgress } from "./start-progress.ts";
import { reportUnwell, waitForServer, type ServerState } from "./start-wait.ts";

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

/** Returns `states` one after the other, then the last one again and again. */
function waitOn(states: ServerState[], { endsAfter = Infinity } = {}) {
  let probes = 0;
  let unwell = 0;
  const result = waitForServer({
    probe: async () => states[Math.min(probes++, states.length - 1)] ?? "silent",
    isRunning: () => probes < endsAfter,
    onUnwell: () => void (unwell += 1),
    pause: async () => {},
  });
  return result.then((isReady) => ({ isReady, probes, unwell }));
}

test("the wait for a silent server lasts as long as its process lives", async () => {
  const silent = Array.from({ length: 5_000 }, () => "silent" as const);
  expect(await waitOn([...silent, "ready"])).toEqual({ isReady: true, probes: 5_001, unwell: 0 });
});

test("the wait ends with the server's process", async () => {
  expect(await waitOn(["silent"], { endsAfter: 12 })).toMatchObject({ isReady: false, probes: 12 });
});

test("a server that stays unwell is reported once, and the wait continues", async () => {
  const states = Array.from({ length: 90 }, () => "unwell" as const);
  expect(await waitOn([...states, "ready"])).toEqual({ isReady: true, probes: 91, unwell: 1 });
  expect(await waitOn(["unwell", "silent", "ready"])).toMatchObject({ unwell: 0 });
});

test("the report about an unwell server names the address and the data to delete", () => {
  const print = vi.spyOn(console, "error").mockImplementation(() => {});
  reportUnwell("http://localhost:8787", ".wrangler/state");
  expect(print).toHaveBeenCalledWith(
    expect.stringMatching(/localhost:8787\/api\/health.+\s.+delete \.wrangler\/state/),
  );
  print.mockRestore();
});

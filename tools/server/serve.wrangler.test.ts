import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import type { HealthResponse } from "#schema/api/health.ts";
import type { LeaderboardUsersResponse } from "#schema/api/leaderboard.ts";
import { root } from "#tools/files.ts";
import { nodePath, toolEnvironment } from "#tools/install.mjs";
import { createState } from "./test-server.ts";
import { freePort } from "./free-port.ts";

/** Long, because a busy machine may need minutes; reached only by a hanging start. */
const TEST_TIMEOUT_MS = 600_000;

/** Resolves once the output contains `until`, or the server has ended. */
async function startFirst({
  until = "Ctrl-C ends it",
  isMigrated = false,
  options = [] as string[],
} = {}) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/serve-"));
  const port = await freePort();
  const state = relative(root, folder);
  if (isMigrated) await createState(state);
  const args = ["tools/server/serve.ts", "--persist-to", state, "--inspector-port", "0"];
  args.push("--var", "POST_SOURCE:sample", ...options);
  const env = { ...toolEnvironment(), PORT: String(port), UNEARTH_WEB: "vite" };
  const server = spawn(nodePath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const reached = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(until)) resolve();
    };
    server.stdout.on("data", take);
    server.stderr.on("data", take);
  });
  // Not "exit", which can come before the last lines.
  const ended = once(server, "close");
  await Promise.race([reached, ended]);
  const stop = async () => {
    server.kill("SIGINT");
    const [code] = (await ended) as [number | null];
    rmSync(folder, { recursive: true, force: true });
    return code;
  };
  /** Resolves with the code of the end that follows. */
  const closeOutput = async () => {
    server.stdout.destroy();
    const [code] = (await ended) as [number | null];
    rmSync(folder, { recursive: true, force: true });
    return code;
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  return { port, state, baseUrl, output: () => output, stop, closeOutput };
}

/** `npm run cron` on the running server. */
async function runCron(port: number, ...jobs: string[]) {
  const env = { ...toolEnvironment(), PORT: String(port), UNEARTH_STATE: undefined };
  const cron = spawn(nodePath, ["tools/server/cron.ts", ...jobs], { cwd: root, env });
  let output = "";
  for (const stream of [cron.stdout, cron.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(cron, "close")) as [number | null];
  return { code, output };
}

const jobsIn = (output: string) =>
  [...output.matchAll(/^(.+): done at \d{4}-/gm)].map(([, job]) => job);

test(
  "a first start in a folder of its own has run every cron once, shows boards and names the demo account, runs all jobs or one again, and ends with Ctrl-C",
  async () => {
    const { port, state, baseUrl, output, stop } = await startFirst();
    try {
      expect(output()).toContain("as demo with the password unearth-demo");
      expect(output()).toContain(`the data stays in ${state}`);
      const read = async <T>(path: string) => (await fetch(baseUrl + path)).json() as Promise<T>;
      await expect
        .poll(async () => Object.values((await read<HealthResponse>("/api/health")).cron), {
          timeout: TEST_TIMEOUT_MS,
        })
        .not.toContain(null);
      for (const kind of ["users", "posts"]) {
        const board = await read<Pick<LeaderboardUsersResponse, "total">>(
          `/api/leaderboard/${kind}?limit=7`,
        );
        expect(board.total, kind).toBeGreaterThanOrEqual(7);
      }
      const all = await runCron(port);
      const jobs = Object.keys((await read<HealthResponse>("/api/health")).cron);
      expect({ code: all.code, jobs: jobsIn(all.output) }).toEqual({ code: 0, jobs });
      const one = await runCron(port, "leaderboard");
      expect({ code: one.code, jobs: jobsIn(one.output) }).toEqual({
        code: 0,
        jobs: ["leaderboard"],
      });
      const none = await runCron(port, "nonsense");
      expect(none).toMatchObject({ code: 1, output: expect.stringContaining('no job "nonsense"') });
    } finally {
      expect(await stop()).toBe(0);
    }
    await expect(fetch(`${baseUrl}/api/health`)).rejects.toThrow("fetch failed");
  },
  TEST_TIMEOUT_MS,
);

test(
  "Ctrl-C during a first start ends it without an error",
  async () => {
    const { output, stop } = await startFirst({ until: "Adding sample hearts", isMigrated: true });
    expect(await stop()).toBe(0);
    expect(output()).toMatch(/Adding sample hearts and boards [^\n]*\n$/);
  },
  TEST_TIMEOUT_MS,
);

test(
  "a start whose output is no longer read ends without an error",
  async () => {
    const { output, closeOutput } = await startFirst({ until: "Starting wrangler …" });
    expect(await closeOutput()).toBe(0);
    expect(output()).toBe("Starting wrangler …\n");
  },
  TEST_TIMEOUT_MS,
);

test.each([
  ["--no-such-option", 1, "Unknown arguments: such-option"],
  ["--help", 0, "Start a local server"],
])(
  "a start whose wrangler ends at once, by %s, shows wrangler's output and ends with its code",
  async (option, code, words) => {
    const { output, stop } = await startFirst({ options: [option] });
    expect(await stop()).toBe(code);
    expect(output()).toContain(words);
  },
  TEST_TIMEOUT_MS,
);

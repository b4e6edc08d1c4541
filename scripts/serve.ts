import type { ChildProcess } from "node:child_process";
import type { HealthResponse } from "#schema/api/health.ts";
import { SHOWCASE } from "#sample/names.ts";
import { brand } from "#schema/brand.ts";
import { freePort, isHealthy, startTool, stopTool } from "./tools.ts";

const DEFAULT_PORT = 8787;

function stop(message: string): never {
  console.error(`\n${message}\n`);
  process.exit(1);
}

async function wantedPort(): Promise<number> {
  const text = process.env["PORT"] || String(DEFAULT_PORT);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    stop(`PORT is "${text}": give a number from 1 to 65535, for example PORT=8788 npm start`);
  if ((await freePort(port)) === null)
    stop(
      `Port ${port} is taken, perhaps by another npm start. Stop that one, or choose another port:\n` +
        `  PORT=${port === 65_535 ? DEFAULT_PORT : port + 1} npm start`,
    );
  return port;
}

const SOURCES: Record<string, string> = {
  sample: "the sample source, made up and served by this machine",
  archive: "the Arctic Shift archive, over the network",
  reddit: "Reddit, over the network",
};

async function greet(baseUrl: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/health`);
  const { source } = (await response.json()) as HealthResponse;
  const creator = source === "sample" ? SHOWCASE[0] : brand.popularUsername;
  console.log(`
  ${brand.name} is running:  ${baseUrl}

  Try the creator         ${creator}   (${baseUrl}/user/${creator})
  Administration          ${baseUrl}/admin   with the password unearth-local
  Posts come from         ${SOURCES[source] ?? source}

  Ctrl-C ends it; the data stays in .wrangler/state.
`);
}

/** Until the server answers only what takes time is shown; all of it, should it not get there. */
function followOutput(worker: ChildProcess): { show: () => void; showAll: () => void } {
  let held = "";
  let isShown = false;
  const take = (chunk: Buffer) => {
    const text = chunk.toString();
    if (isShown) return void process.stdout.write(text);
    held += text;
    const progress = /^\[custom build\] (?!Running)(.*\S.*)$/gm;
    for (const [, line] of text.matchAll(progress)) console.log(line);
  };
  worker.stdout?.on("data", take);
  worker.stderr?.on("data", take);
  const show = () => {
    isShown = true;
  };
  const showAll = () => {
    if (!isShown) process.stdout.write(held);
    show();
  };
  return { show, showAll };
}

async function main(): Promise<void> {
  const port = await wantedPort();
  const baseUrl = `http://localhost:${port}`;
  const passedOn = process.argv.slice(2);
  const args = ["dev", "--port", String(port), "--show-interactive-dev-session=false"];
  const worker = startTool("wrangler", [...args, ...passedOn], { stdio: "pipe" });
  const { show, showAll } = followOutput(worker);
  let isEnding = false;
  worker.on("close", (code) => {
    if (!isEnding) showAll();
    process.exit(isEnding ? 0 : (code ?? 1));
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      isEnding = true;
      void stopTool(worker);
    });
  if (await isHealthy(`http://127.0.0.1:${port}`, worker, 30)) {
    show();
    await greet(baseUrl);
  } else if (worker.exitCode === null) {
    showAll();
    console.error(
      `\nThe server runs but ${baseUrl}/api/health does not say it is well: open that address to see\n` +
        "what is down, or delete .wrangler/state (local data only) and start again.\n",
    );
  }
}

await main();

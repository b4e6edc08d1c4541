import { migrate, startWorker } from "#tools/runtime.ts";

const SHELL = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Unearth</title>
<meta name="description" content="the shell" /></head><body><div id="root"></div></body></html>`;

/** A process of its own, because the state before runs from a checkout of its commit. Prints its port. */
const worker = await startWorker("bench/inside/distant.ts", "distance", { shell: SHELL });
await migrate(worker.database);
console.log(worker.port);
process.on("SIGTERM", () => void worker.stop().then(() => process.exit(0)));

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, Response as MiniflareResponse } from "miniflare";
import { filesBelow, root } from "./files.ts";
import { runTool } from "./tools.ts";

export interface RunningWorker {
  port: number;
  database: Database;
  kv: { put(key: string, value: string): Promise<void> };
  /** Where its V8 can be asked; only with `inspects`. */
  inspector: () => Promise<URL>;
  stop: () => Promise<void>;
}

interface Database {
  prepare(sql: string): { run(): Promise<unknown> };
}

function bundle(entry: string, out: string): { type: "ESModule" | "CompiledWasm"; path: string }[] {
  const args = ["deploy", entry, "--dry-run", "--env", "", "--outdir", out];
  const { ok, output } = runTool("wrangler", args);
  if (!ok) throw new Error(`${entry} could not be bundled:\n${output}`);
  const files = filesBelow(out);
  const main = files.filter((path) => path.endsWith(".js"));
  const wasm = files.filter((path) => path.endsWith(".wasm"));
  return [
    ...main.map((path) => ({ type: "ESModule" as const, path: join(root, path) })),
    ...wasm.map((path) => ({ type: "CompiledWasm" as const, path: join(root, path) })),
  ];
}

const limit = (id: string) => ({ namespace_id: id, simple: { limit: 1000, period: 60 as const } });

export interface RuntimeOptions {
  /** A folder below the root that its data outlives it in, laid out as wrangler does. */
  state?: string;
  inspects?: boolean;
  /** What every page is made from; without it there are no pages. */
  shell?: string;
}

/** A Worker in workerd with what Miniflare puts in front of it, and no development proxy. */
export async function startWorker(
  entry: string,
  name: string,
  { state, inspects = false, shell }: RuntimeOptions = {},
): Promise<RunningWorker> {
  const out = `.cache/bench-${name}`;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: bundle(entry, out),
      modulesRoot: join(root, out),
      compatibilityDate: "2026-10-01",
      host: "127.0.0.1",
      port: 0,
      ...(inspects && { inspectorPort: 0 }),
      ...(state !== undefined && { resourcePersistencePath: join(root, state, "v3") }),
      d1Databases: ["DB"],
      kvNamespaces: ["KV"],
      // Nothing stands before the Worker: files are not served.
      serviceBindings: {
        ASSETS: () => new MiniflareResponse(shell ?? null, { status: shell ? 200 : 404 }),
      },
      ratelimits: {
        LOGIN_LIMIT: limit("1"),
        SIGNUP_LIMIT: limit("2"),
        FEEDBACK_LIMIT: limit("3"),
        ADMIN_LOGIN_LIMIT: limit("4"),
      },
      bindings: { ENVIRONMENT: "development", RATE_LIMITS: "off" },
      handleStructuredLogs: () => {},
    }),
  );
  const url = await miniflare.ready;
  const database = (await miniflare.getD1Database("DB")) as unknown as Database;
  const kv = (await miniflare.getKVNamespace("KV")) as unknown as RunningWorker["kv"];
  const inspector = () => miniflare.getInspectorURL();
  return { port: Number(url.port), database, kv, inspector, stop: () => miniflare.dispose() };
}

export async function migrate(database: Database): Promise<void> {
  for (const path of filesBelow("migrations").filter((file) => file.endsWith(".sql"))) {
    const statements = readFileSync(join(root, path), "utf8").split("--> statement-breakpoint");
    for (const sql of statements) if (sql.trim()) await database.prepare(sql).run();
  }
}

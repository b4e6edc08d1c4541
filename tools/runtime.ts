import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, Response as MiniflareResponse } from "miniflare";
import { LIMIT_NAMES, type LimitName } from "#worker/env.ts";
import { filesBelow, root } from "./files.ts";
import { migrationFiles } from "./migrations.ts";
import { runTool } from "./tools.ts";

export interface RunningWorker {
  port: number;
  database: Database;
  kv: Store;
  /** The address of V8's inspector; requires `inspects`. */
  inspector: () => Promise<URL>;
  stop: () => Promise<void>;
}

interface Store {
  put(key: string, value: string): Promise<void>;
  get(key: string): Promise<string | null>;
  list(): Promise<{ keys: { name: string }[] }>;
}

interface Database {
  prepare(sql: string): { run(): Promise<unknown> };
}

function bundle(entry: string, out: string): { type: "ESModule" | "CompiledWasm"; path: string }[] {
  // A file left by another entry would run in this one's place.
  rmSync(join(root, out), { recursive: true, force: true });
  const args = ["deploy", entry, "--dry-run", "--config", "tools/runtime.toml", "--outdir", out];
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

export interface RuntimeOptions {
  /** A folder below the root for the data, in wrangler's layout. */
  state?: string;
  inspects?: boolean;
  /** index.html, which pages are made from; without it there are no pages. */
  shell?: string;
  /** Variables of the Worker in addition to ENVIRONMENT. */
  vars?: Record<string, string>;
  /** Calls a minute per rate limit; 1000 by default. */
  limits?: Partial<Record<LimitName, number>>;
  /** The entry exports the call budget's class. */
  hasCallBudget?: boolean;
}

const limitsWith = (limits: RuntimeOptions["limits"] = {}) =>
  Object.fromEntries(
    LIMIT_NAMES.map((name, index) => [
      name,
      {
        namespace_id: String(index + 1),
        simple: { limit: limits[name] ?? 1000, period: 60 as const },
      },
    ]),
  );

/** Starts a Worker in workerd under Miniflare, without wrangler's development proxy. */
export async function startWorker(
  entry: string,
  name: string,
  { state, inspects = false, shell, vars, limits, hasCallBudget = false }: RuntimeOptions = {},
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
      // No asset is served: every request reaches the Worker.
      serviceBindings: {
        ASSETS: () => new MiniflareResponse(shell ?? null, { status: shell ? 200 : 404 }),
      },
      ...(hasCallBudget && {
        durableObjects: { CALL_BUDGET: { className: "CallBudget", useSQLite: true } },
      }),
      ratelimits: limitsWith(limits),
      bindings: { ENVIRONMENT: "development", RATE_LIMITS: "off", ...vars },
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
  for (const path of migrationFiles()) {
    const statements = readFileSync(join(root, path), "utf8").split("--> statement-breakpoint");
    for (const sql of statements) if (sql.trim()) await database.prepare(sql).run();
  }
}

import { readFileSync } from "node:fs";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** Ten times the longest test's own time: a busy machine must not fail a test. */
const timeouts = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

// Vitest keeps a NODE_ENV that it inherits, and React's production build has no `act`.
process.env["NODE_ENV"] = "test";

const WRANGLER_TOML = readFileSync("wrangler.toml", "utf8");

const LOCAL_LIMIT =
  /^\[\[ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "(\d+)"\nsimple = \{ limit = (\d+), period = 60 \}$/gm;

/** Those of local development. */
const RATE_LIMITS = Object.fromEntries(
  [...WRANGLER_TOML.matchAll(LOCAL_LIMIT)].map(([, name = "", namespace_id = "", limit]) => [
    name,
    { namespace_id, simple: { limit: Number(limit), period: 60 as const } },
  ]),
);

const workerBindings = async () => ({
  ENVIRONMENT: "development",
  RATE_LIMITS: "off",
  ADMIN_JWT_SECRET: "a-secret-for-tests-only-0123456789abcdef",
  // tools/bench-cost.ts sets a million; the suite asserts the same limits on fewer.
  COST_HEARTS: process.env["COST_HEARTS"] ?? "20000",
  FUZZ_SEED: process.env["FUZZ_SEED"] ?? "",
  FUZZ_CASES: process.env["FUZZ_CASES"] ?? "",
  WRANGLER_TOML,
  TEST_MIGRATIONS: await readD1Migrations("migrations"),
});

const workerd = async () =>
  cloudflareTest({
    main: "./worker/index.ts",
    miniflare: {
      compatibilityDate: "2026-10-01",
      d1Databases: ["DB", "REPLICA_UNDER_TEST"],
      kvNamespaces: ["KV"],
      r2Buckets: ["BACKUPS"],
      // Not bound as CALL_BUDGET: tests that make many calls would run into its limit.
      durableObjects: { CALL_BUDGET_UNDER_TEST: { className: "CallBudget", useSQLite: true } },
      // wrangler's default. Without it Vite would treat the module as one for browsers.
      modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }],
      assets: { directory: "./worker/testing/assets", binding: "ASSETS" },
      ratelimits: RATE_LIMITS,
      bindings: await workerBindings(),
      outboundService: (request: Request) =>
        new Response(`a test reached the network: ${request.url}`, { status: 599 }),
    },
  });

/**
 * Bundled into a file each, once: alone they are half of the modules that every test file of the Worker evaluates. An
 * import that is not named here works, in as many modules as it has.
 */
const BUNDLED = [
  "@hono/zod-validator",
  "drizzle-orm",
  "drizzle-orm/batch",
  "drizzle-orm/d1",
  "drizzle-orm/sqlite-core",
  "hono",
  "hono/cookie",
  "hono/cors",
  "hono/etag",
  "hono/html",
  "hono/http-exception",
  "hono/jsx",
  "hono/jsx/jsx-dev-runtime",
  "hono/jsx/jsx-runtime",
  "hono/utils/cookie",
  "jose",
  "zod/mini",
];

const worker = async () => ({
  // As in worker/tsconfig.json: Hono's JSX runtime renders the first view.
  oxc: { jsx: { runtime: "automatic" as const, importSource: "hono/jsx" } },
  plugins: [await workerd()],
  test: {
    ...timeouts,
    name: "worker",
    // All files share one workerd, since starting one takes longer than the tests of most files. The setup file
    // gives each file empty storage and its own modules. A second workerd would transform every module again.
    isolate: false,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    // The module cache on disk cannot be read from inside workerd.
    fsModuleCache: false,
    deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
    include: ["worker/**/*.test.ts", "{sample,stress}/inside/**/*.test.ts"],
    setupFiles: ["./worker/testing/setup.ts"],
  },
});

const STARTS_WRANGLER = "tools/**/*.wrangler.test.ts";

const node = {
  test: {
    ...timeouts,
    name: "node",
    // A thread per file takes a fifth less processor than a process per file.
    pool: "threads" as const,
    include: [
      "{schema,normalise,extension}/**/*.test.ts",
      "tools/**/*.test.ts",
      "sample/*.test.ts",
      "sample/media/*.test.ts",
      "bench/**/*.test.ts",
      "stress/*.test.ts",
    ],
    exclude: [STARTS_WRANGLER],
  },
};

/** The product's start, a restore and the deploy's questions to an account: slow, and run with `npm test -- --all`. */
const wrangler = {
  test: {
    ...timeouts,
    name: "wrangler",
    pool: "threads" as const,
    include: [STARTS_WRANGLER],
  },
};

const web = {
  test: {
    ...timeouts,
    name: "web",
    // A context per file in a thread that has loaded happy-dom: a third of the time of a process per file.
    pool: "vmThreads" as const,
    include: ["{view,web}/**/*.test.{ts,tsx}"],
    unstubGlobals: true,
    restoreMocks: true,
    setupFiles: ["./web/testing/late-effects.ts", "./web/testing/guarded-fetch.ts"],
  },
};

export default defineConfig(async () => ({
  test: { silent: "passed-only" as const, projects: [await worker(), node, wrangler, web] },
}));

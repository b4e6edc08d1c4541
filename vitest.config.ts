import { readFileSync } from "node:fs";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** A test fails by what it finds: a machine that is busy with something else must not decide. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };

const worker = async () => ({
  plugins: [
    cloudflareTest({
      main: "./worker/index.ts",
      miniflare: {
        compatibilityDate: "2026-10-01",
        d1Databases: ["DB"],
        kvNamespaces: ["KV"],
        // Not under its own name: a test that makes many calls is not held to the source's pace.
        durableObjects: { DESK_UNDER_TEST: { className: "QuotaDesk", useSQLite: true } },
        // As wrangler's own default: without it Vite would take the module for a browser's.
        modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }],
        assets: { directory: "./worker/testing/assets", binding: "ASSETS" },
        ratelimits: {
          LOGIN_LIMIT: { namespace_id: "9001", simple: { limit: 10, period: 60 } },
          SIGNUP_LIMIT: { namespace_id: "9002", simple: { limit: 5, period: 60 } },
          FEEDBACK_LIMIT: { namespace_id: "9003", simple: { limit: 3, period: 60 } },
          ADMIN_LOGIN_LIMIT: { namespace_id: "9004", simple: { limit: 5, period: 60 } },
        },
        bindings: {
          ENVIRONMENT: "development",
          RATE_LIMITS: "off",
          ADMIN_JWT_SECRET: "a-secret-for-tests-only-0123456789abcdef",
          // npm run bench:cost asks for a million; the suite asserts the same limits on fewer.
          COST_HEARTS: process.env["COST_HEARTS"] ?? "20000",
          FUZZ_SEED: process.env["FUZZ_SEED"] ?? "",
          FUZZ_CASES: process.env["FUZZ_CASES"] ?? "",
          WRANGLER_TOML: readFileSync("wrangler.toml", "utf8"),
          TEST_MIGRATIONS: await readD1Migrations("migrations"),
        },
        outboundService: (request: Request) =>
          new Response(`a test reached the network: ${request.url}`, { status: 599 }),
      },
    }),
  ],
  test: {
    ...patience,
    name: "worker",
    // The module cache on disk cannot be read from inside workerd.
    fsModuleCache: false,
    include: ["worker/**/*.test.ts", "{sample,torture}/inside/**/*.test.ts"],
    setupFiles: ["./worker/testing/setup.ts"],
  },
});

export default defineConfig(async () => ({
  test: {
    silent: "passed-only" as const,
    projects: [
      await worker(),
      {
        test: {
          ...patience,
          name: "node",
          include: [
            "schema/**/*.test.ts",
            "scripts/**/*.test.ts",
            "sample/*.test.ts",
            "sample/media/*.test.ts",
            "torture/*.test.ts",
          ],
        },
      },
      { test: { ...patience, name: "web", include: ["web/**/*.test.{ts,tsx}"] } },
    ],
  },
}));

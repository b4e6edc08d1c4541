import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

async function opened(...passedOn: string[]) {
  const { localServer } = await import("./local-server.ts");
  const { args, env } = localServer(8787, passedOn);
  return { options: args.slice(3), migrates: env["UNEARTH_STATE"] };
}

test("a local server opens the database that its build migrates", async () => {
  vi.stubEnv("UNEARTH_STATE", "");
  expect(await opened("--local")).toEqual({
    options: ["--persist-to", ".wrangler/state", "--local"],
    migrates: ".wrangler/state",
  });
  expect(await opened("--persist-to=other", "--local")).toEqual({
    options: ["--persist-to", "other", "--local"],
    migrates: "other",
  });
  await expect(opened("--persist-to")).rejects.toThrow("--persist-to names no folder");
  await expect(opened("--local-protocol=https")).rejects.toThrow("has no https");
});

test("a local server opens the database that UNEARTH_STATE names for the seed", async () => {
  vi.stubEnv("UNEARTH_STATE", ".wrangler/seeded");
  expect(await opened()).toEqual({
    options: ["--persist-to", ".wrangler/seeded"],
    migrates: ".wrangler/seeded",
  });
});

test("with --remote wrangler gets no folder for local data", async () => {
  expect((await opened("--remote")).options).toEqual(["--remote"]);
});

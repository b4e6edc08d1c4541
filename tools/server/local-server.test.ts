import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function opened(...passedOn: string[]) {
  const { localServer } = await import("./local-server.ts");
  const { args, env } = localServer(8787, passedOn);
  expect(args.slice(0, 3)).toEqual(["dev", "--port", "8787"]);
  return { options: args.slice(3), migrates: env["UNEARTH_STATE"] };
}

const OWN_INSPECTOR = ["--inspector-port", "0"];

test("two servers that start at once choose no port for the inspector, unless one is named", async () => {
  expect((await opened()).options.slice(0, 2)).toEqual(OWN_INSPECTOR);
  const { options } = await opened("--inspector-port", "9300");
  expect(options.filter((option) => option === "--inspector-port")).toHaveLength(1);
  expect(options).toContain("9300");
});

test("a local server opens the database that its build migrates", async () => {
  vi.stubEnv("UNEARTH_STATE", "");
  expect(await opened("--local")).toEqual({
    options: [...OWN_INSPECTOR, "--persist-to", ".wrangler/state", "--local"],
    migrates: ".wrangler/state",
  });
  expect(await opened("--persist-to=other", "--local")).toEqual({
    options: [...OWN_INSPECTOR, "--persist-to", "other", "--local"],
    migrates: "other",
  });
  await expect(opened("--persist-to")).rejects.toThrow("--persist-to names no folder");
  await expect(opened("--local-protocol=https")).rejects.toThrow("has no https");
});

test("a local server opens the database that UNEARTH_STATE names for the seed", async () => {
  vi.stubEnv("UNEARTH_STATE", ".wrangler/seeded");
  expect(await opened()).toEqual({
    options: [...OWN_INSPECTOR, "--persist-to", ".wrangler/seeded"],
    migrates: ".wrangler/seeded",
  });
});

test("with --remote wrangler gets no folder for local data", async () => {
  expect((await opened("--remote")).options).toEqual([...OWN_INSPECTOR, "--remote"]);
});

test("beside a server on the usual data a second one gets its own, and a third on those is refused", async () => {
  const folder = scratchFolder();
  const usual = join(folder, "state");
  vi.stubEnv("UNEARTH_STATE", usual);
  const print = vi.spyOn(console, "log").mockReturnValue();
  const { holdLocalServer } = await import("./local-server.ts");
  expect(holdLocalServer(8787, []).state).toBe(usual);
  expect(print).not.toHaveBeenCalled();
  const second = holdLocalServer(8788, ["--local"]);
  expect(second.args).toContain("--local");
  expect(second).toMatchObject({ state: `${usual}-8788`, env: { UNEARTH_STATE: `${usual}-8788` } });
  expect(print).toHaveBeenCalledWith(
    expect.stringContaining(`this one has its own, in ${usual}-8788`),
  );
  expect(() => holdLocalServer(8788, [])).toThrow(
    `Another server uses the data in ${usual}-8788. Stop it`,
  );
  expect(holdLocalServer(8789, ["--remote"]).state).toBe(usual);
});

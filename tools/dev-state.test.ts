import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

const opened = async (...passedOn: string[]) => {
  const { workerCommand } = await import("./dev.ts");
  const { args, env } = workerCommand(8787, passedOn);
  return { opens: args.slice(args.indexOf("--persist-to")), migrates: env.UNEARTH_STATE };
};

test("npm run dev opens the database that its build migrates", async () => {
  vi.stubEnv("UNEARTH_STATE", "");
  expect(await opened("--local")).toEqual({
    opens: ["--persist-to", ".wrangler/state", "--local"],
    migrates: ".wrangler/state",
  });
  expect(await opened("--persist-to=other", "--local")).toEqual({
    opens: ["--persist-to", "other", "--local"],
    migrates: "other",
  });
});

test("npm run dev opens the database that UNEARTH_STATE names for the seed", async () => {
  vi.stubEnv("UNEARTH_STATE", ".wrangler/seeded");
  expect(await opened()).toEqual({
    opens: ["--persist-to", ".wrangler/seeded"],
    migrates: ".wrangler/seeded",
  });
});

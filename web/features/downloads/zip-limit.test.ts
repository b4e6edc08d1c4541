import { expect, test, vi } from "vitest";
import { zipLimit } from "./zip-limit.ts";
import { canUseDisk } from "./scratch-file.ts";

vi.mock("./scratch-file.ts", { spy: true });

test.each([
  ["1,000 MB on a disk with space", { quota: 60e9, usage: 50e6 }, 1000],
  ["half of the free quota, if that is less", { quota: 900e6, usage: 100e6 }, 400],
  ["nothing, if more than the quota is in use", { quota: 100e6, usage: 101e6 }, 0],
  ["1,000 MB where the browser does not tell its quota", {}, 1000],
])("a ZIP on disk is limited to %s", async (_, estimate, megabytes) => {
  vi.mocked(canUseDisk).mockResolvedValue(true);
  vi.stubGlobal("navigator", { storage: { estimate: async () => estimate } });
  expect(await zipLimit()).toBe(megabytes * 1e6);
});

test("a ZIP in memory is limited to 100 MB", async () => {
  vi.mocked(canUseDisk).mockResolvedValue(false);
  expect(await zipLimit()).toBe(100e6);
});

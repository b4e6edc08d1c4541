import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { removeByKey } from "#worker/testing/removals.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { copyRemovals } from "./removal-list.service.ts";

test("a removal that an admin adds while the job writes the copy is in it, and is not reported as lifted", async () => {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await removeByKey("user", "ann");
  await copyRemovals(testApp().deps());
  let isAdded = false;
  const get = async (key: string) => {
    if (!isAdded) {
      isAdded = true;
      await removeByKey("user", "bob");
      await copyRemovals(testApp().deps());
    }
    return env.KV.get(key);
  };
  const KV = { ...env.KV, get, put: env.KV.put.bind(env.KV) } as unknown as KVNamespace;
  await copyRemovals(testApp({ env: { KV } }).deps());
  expect(await env.KV.get("removals")).toContain("bob");
  expect(logged).not.toHaveBeenCalled();
});

import type { HealthResponse } from "#schema/api/health.ts";
import { lastSuccesses } from "#worker/cron/cron.service.ts";
import type { Deps } from "#worker/deps.ts";
import { sourceName } from "#worker/source/choose.ts";
import { VERSION } from "#worker/version.ts";

const KV_PROBE = "health:probe";

export async function checkHealth(deps: Deps): Promise<HealthResponse> {
  const [runs, kvWorks] = await Promise.all([
    lastSuccesses(deps).catch(() => null),
    deps.kv.get(KV_PROBE).then(
      () => true,
      () => false,
    ),
  ]);
  const cron: Record<string, string | null> = {};
  for (const [job, at] of Object.entries(runs ?? {})) cron[job] = at?.toISOString() ?? null;
  const down = [...(runs ? [] : ["d1"]), ...(kvWorks ? [] : ["kv"])];
  return {
    status: down.length === 0 ? "ok" : "degraded",
    version: VERSION,
    source: sourceName(deps),
    d1: runs ? "ok" : "down",
    kv: kvWorks ? "ok" : "down",
    down,
    cron,
  };
}

import type { HealthResponse } from "#schema/api/health.ts";
import type { Deps } from "#worker/deps.ts";
import { JOB_PERIODS } from "#worker/jobs/schedule.ts";
import { recentStatus } from "#worker/watch/watch.service.ts";

export const checkHealth = (deps: Deps): Promise<HealthResponse> => recentStatus(deps, JOB_PERIODS);

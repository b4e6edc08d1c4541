import { newRouter } from "#worker/http/context.ts";
import { JOB_PERIODS } from "#worker/jobs/schedule.ts";
import { recentStatus } from "#worker/watch/watch.service.ts";

export const healthRoutes = newRouter().get("/", async (c) => {
  const health = await recentStatus(c.env.deps, JOB_PERIODS);
  return c.json(health, health.status === "ok" ? 200 : 503);
});

import { newRouter } from "#worker/http/context.ts";
import { checkHealth } from "./health.service.ts";

export const healthRoutes = newRouter().get("/", async (c) => {
  const health = await checkHealth(c.env.deps);
  return c.json(health, health.status === "ok" ? 200 : 503);
});

import { env } from "cloudflare:workers";
import type { Env } from "#worker/env.ts";
import { emptyTables } from "./empty-tables.ts";
import { operatedApp } from "./operated-app.ts";

export const HOOK = "https://hooks.example/services/secret-path";

/** operatedApp() with a webhook for alerts. */
export const alertedApp = (change: Partial<Env> = {}) =>
  operatedApp({ ALERT_WEBHOOK_URL: HOOK, ...change });

export async function forgetAlerts(): Promise<void> {
  await emptyTables();
  await env.KV.delete("alerts:v1");
}

/** Reddit's answer to a caller that it refuses. */
export const blocked = () => new Response("<html>blocked</html>", { status: 403 });

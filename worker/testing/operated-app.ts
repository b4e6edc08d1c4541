import { env } from "cloudflare:workers";
import type { HealthResponse } from "#schema/api/health.ts";
import { MINUTE_MS } from "#schema/time.ts";
import type { Env } from "#worker/env.ts";
import { SCHEDULE } from "#worker/jobs/schedule.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { budgetOn } from "./call-budgets.ts";
import { smallReddit } from "./small-reddit.ts";
import { testApp, testClock, type TestApp } from "./test-app.ts";

const HASH =
  "$argon2id$v=19$m=8,t=1,p=1$Hkw8tPgyTW/tWh2MVeeoYw$C1h2BkNxScD9TQP0fUccfpVQ9kB/h2GQiHiBk6en+rE";

/** A complete production deployment with its crons, on a test clock. */
export function operatedApp(change: Partial<Env> = {}, { isFlooded = false } = {}) {
  const clock = testClock(Date.parse("2026-11-20T12:00:00Z"));
  const reddit = smallReddit();
  reddit.addUser("gemhunter");
  const posted: Record<string, unknown>[] = [];
  const webhook: {
    answer: (signal: AbortSignal | null | undefined) => Response | Promise<Response>;
  } = { answer: () => new Response("ok") };
  const settings: Partial<Env> = {
    ...reddit.env,
    ENVIRONMENT: "production",
    ADMIN_PASSWORD_HASH: HASH,
    ADMIN_JWT_SECRET: env.ADMIN_JWT_SECRET ?? "",
    CALL_BUDGET: budgetOn(clock, { isFlooded }),
    CF_VERSION_METADATA: { timestamp: new Date(clock.now()).toISOString() },
    ...change,
  };
  const app = testApp({
    clock,
    env: settings,
    fetch: async (address, init) => {
      if (!address.startsWith("https://hooks.example/")) return reddit.fetch(address, init);
      const isJson = new Headers(init?.headers).get("Content-Type") === "application/json";
      if (!isJson) return new Response("", { status: 415 });
      posted.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
      const answer = await webhook.answer(init?.signal);
      const isFollowed = answer.status === 302 && init?.redirect !== "manual";
      return isFollowed ? new Response("the page that it leads to") : answer;
    },
  });
  const health = async (asked: TestApp = app) => {
    const answer = await asked.request("/api/health");
    return { status: answer.status, body: await answer.json<HealthResponse>() };
  };
  /** Advances the clock in steps and fires the crons that are due in each, except `stopped`. */
  const passIn =
    (step: number) =>
    async (minutes: number, stopped: string[] = []) => {
      for (let passed = 0; passed < minutes; passed += step) {
        clock.advance(step * MINUTE_MS);
        const at = Math.floor(clock.now() / MINUTE_MS);
        const due = (cron: string) =>
          cron === "* * * * *" || (cron === "*/5 * * * *" ? at % 5 : (at - 7) % 60) < step;
        for (const cron of Object.keys(SCHEDULE)) {
          if (due(cron) && !stopped.includes(cron)) {
            await runScheduled(cron, app.deps()).catch(() => undefined);
          }
        }
      }
    };
  /** `passInFives` runs the minutely jobs too only every five minutes, as often as alerts are posted. */
  const passing = { pass: passIn(1), passInFives: passIn(5) };
  return { app, clock, reddit, posted, webhook, settings, health, ...passing };
}

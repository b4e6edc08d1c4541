import { env } from "cloudflare:workers";
import { HOUR_MS } from "#schema/time.ts";
import type { Env } from "#worker/env.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import type { RecheckRun } from "#worker/targets/recheck.rules.ts";
import { budgetOn } from "./call-budgets.ts";
import { smallReddit } from "./small-reddit.ts";
import { testApp, testClock } from "./test-app.ts";

export const START = Date.parse("2026-11-01T12:00:00Z");

export function recheckApp({
  isFlooded = false,
  start = START,
  budget = undefined as Env["CALL_BUDGET"],
} = {}) {
  const clock = testClock(start);
  const reddit = smallReddit();
  const CALL_BUDGET = budget ?? budgetOn(clock, { isFlooded });
  const app = testApp({ clock, fetch: reddit.fetch, env: { ...reddit.env, CALL_BUDGET } });
  const run = async (): Promise<RecheckRun> => {
    await runScheduled("recheck", app.deps());
    const sql = "select outcome from cron_run where job = 'recheck'";
    return JSON.parse((await env.DB.prepare(sql).first<string>("outcome")) ?? "{}") as RecheckRun;
  };
  return { app, clock, reddit, run };
}

type World = ReturnType<typeof recheckApp>;

/** Users and posts, last checked in order of their number, both over the same time span. */
export async function store({ reddit }: World, users: number, posts: number): Promise<void> {
  await env.DB.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ?1 - 1)
     insert into reddit_user (id, reddit_username, heart_count, checked_at) select 't2_u' || i, 'user_' || i, 1, ?2 + i * ?3 from n`,
  )
    .bind(users, START - 30 * HOUR_MS, Math.max(1, Math.floor(posts / users)))
    .run();
  for (let user = 0; user < users; user += 1) reddit.addUser(`user_${user}`);
  await env.DB.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ?1 - 1)
     insert into reddit_post (id, reddit_user_id, title, subreddit, created, url, media_type, permalink, gallery_images, thumbnails, heart_count, checked_at)
     select 't3_p' || i, 't2_u0', 'x', 'pics', 1, 'https://i.redd.it/x.jpg', 'image', '/x', '[]', '[]', 1, ?2 + i from n where ?1 > 0`,
  )
    .bind(posts, START - 30 * HOUR_MS)
    .run();
  for (let post = 0; post < posts; post += 1) reddit.addPost(`p${post}`, "user_0");
}

export const checkedSince = async (table: string, time: number) =>
  env.DB.prepare(`select count(*) as n from ${table} where checked_at >= ?`)
    .bind(time)
    .first<number>("n");

import { redditUserBadges } from "#schema/db/badges.ts";
import type { Perishable } from "#worker/cron/sweep.store.ts";
import type { KeptBadges } from "./badges.rules.ts";

/** Only a stored user has a row: asking for badges stores nobody. */
const KEEP = `insert into reddit_user_badges
  (id, reddit_user_id, badges, calculated_at, expires_at, created_at, updated_at)
select ?2, u.id, ?3, ?4, ?5, ?4, ?4 from reddit_user u
where u.reddit_username = ?1 collate nocase and u.removed_at is null
on conflict (reddit_user_id) do update set badges = excluded.badges,
  calculated_at = excluded.calculated_at, expires_at = excluded.expires_at,
  updated_at = excluded.updated_at`;

export async function keepBadges(d1: D1Database, username: string, id: string, kept: KeptBadges) {
  const { badges, calculatedAt, expiresAt } = kept;
  await d1.prepare(KEEP).bind(username, id, JSON.stringify(badges), calculatedAt, expiresAt).run();
}

/** As JSON, the form in which KV has it too. */
export function readBadges(d1: D1Database, username: string): Promise<string | null> {
  return d1
    .prepare(
      `select json_object('badges', json(b.badges), 'calculatedAt', b.calculated_at, 'expiresAt', b.expires_at) as kept
from reddit_user u cross join reddit_user_badges b on b.reddit_user_id = u.id
where u.reddit_username = ? collate nocase`,
    )
    .bind(username)
    .first<string>("kept");
}

export const KEPT_BADGES: Perishable = {
  key: redditUserBadges.id,
  end: redditUserBadges.expiresAt,
};

import { env } from "cloudflare:workers";

const ACCOUNTS = 2_000;
const PER_STATEMENT = 50_000;

/** Rows numbered from the first parameter up to the second, which is not included. */
const NUMBERED =
  "with recursive n(i) as (select cast(?1 as integer) union all select i + 1 from n where i < ?2 - 1)";

async function fillTargets(count: number): Promise<void> {
  const image = `{"url":"https://i.redd.it/pile.jpg","width":800,"height":600}`;
  await env.DB.batch([
    env.DB.prepare(
      `${NUMBERED} insert into app_user (id, username, password) select 'pile-' || i, 'pile_' || i, 'x' from n`,
    ).bind(0, ACCOUNTS),
    env.DB.prepare(
      `${NUMBERED} insert into reddit_user (id, reddit_username) select 't2_pile' || i, 'pile_maker_' || i from n`,
    ).bind(0, count),
    env.DB.prepare(
      `${NUMBERED} insert into reddit_post (id, reddit_user_id, title, subreddit, created, url, media_type, permalink, gallery_images, media, thumbnails)
select 't3_pile' || i, 't2_pile' || i, 'Post ' || i, 'pics', 1700000000 + i, 'https://i.redd.it/pile.jpg', 'image',
  '/r/pics/comments/pile' || i || '/x/', '[]', '{"kind":"image","image":${image},"srcset":[],"caption":null}', '[${image}]' from n`,
    ).bind(0, count),
  ]);
}

async function fillHearts(type: "user" | "post", from: number, to: number): Promise<void> {
  const prefix = type === "user" ? "t2" : "t3";
  for (let at = from; at < to; at += PER_STATEMENT) {
    await env.DB.prepare(
      `${NUMBERED} insert into ${type}_heart (unearth_user_id, reddit_${type}_id, created_at, saved_total)
select 'pile-' || (i % ${ACCOUNTS}), '${prefix}_pile' || (i / ${ACCOUNTS}), 1000 + i / ${ACCOUNTS}, 1 + i / ${ACCOUNTS} from n`,
    )
      .bind(at, Math.min(to, at + PER_STATEMENT))
      .run();
  }
}

/**
 * Returns a function that fills the database up to a number of hearts, half on users and half on posts,
 * through the same triggers as a vote. Calling it with a larger number adds the difference.
 */
export async function heartFiller(): Promise<(hearts: number) => Promise<void>> {
  await fillTargets(500);
  let made = 0;
  return async (hearts) => {
    for (const type of ["user", "post"] as const) await fillHearts(type, made / 2, hearts / 2);
    made = hearts;
  };
}

/** Hearts the first `count` targets of either kind for an account, oldest first. */
export async function heartsOfAccount(accountId: string, count: number): Promise<void> {
  for (const [type, prefix] of [
    ["user", "t2"],
    ["post", "t3"],
  ]) {
    await env.DB.prepare(
      `${NUMBERED} insert into ${type}_heart (unearth_user_id, reddit_${type}_id, created_at, saved_total)
select ?3, '${prefix}_pile' || i, 5000 + i, 1 + i from n`,
    )
      .bind(0, count, accountId)
      .run();
  }
}

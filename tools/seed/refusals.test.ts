import { afterEach, beforeEach, expect, test } from "vitest";
import { seedDatabase } from "./seed.ts";
import { withoutTriggers } from "./database.ts";
import { makeLocalState, type LocalState } from "#tools/testing/local-state.ts";

let local: LocalState;
beforeEach(() => {
  local = makeLocalState();
});
afterEach(() => local.remove());

const size = { users: 5, posts: 10, hearts: 100 };
const seed = () => seedDatabase({ size, creators: [], state: local.state });
const addAccount = (username: string) =>
  local.withDatabase((database) =>
    database
      .prepare("insert into app_user (id, username, password) values (?, ?, 'x')")
      .run(`id-${username}`, username),
  );
const usernames = () =>
  local.withDatabase((database) =>
    database
      .prepare("select username from app_user order by username")
      .all()
      .map(({ username }) => username),
  );

test("a seed whose accounts' names are taken says so in one sentence and writes nothing", async () => {
  const names = ["Demo", "visitor_1", "visitor_2", "visitor_3", "visitor_99999", "ada"];
  for (const name of names) addAccount(name);
  await expect(seed()).rejects.toThrow(
    "The seed needs the names of existing accounts (Demo, visitor_1, visitor_2): delete these on their /account pages, or",
  );
  expect(usernames()).toEqual(names.toSorted());
});

test("accounts with other names stay beside the seed's, which a second seed replaces", async () => {
  addAccount("ada");
  expect(await seed()).toMatch(/^5 users, 10 posts, 100 hearts by 300 accounts in [\d.]+ s$/);
  const first = usernames();
  expect(first).toEqual(expect.arrayContaining(["ada", "demo", "visitor_1"]));
  await seed();
  expect(usernames().toSorted()).toEqual(first.toSorted());
  const due = local.withDatabase((database) =>
    ["user", "post"].flatMap((kind) =>
      database
        .prepare(`select id from reddit_${kind} where checked_at < ?`)
        .all(Date.UTC(2099, 0, 1)),
    ),
  );
  expect(due, "Reddit knows nothing that is made up").toEqual([]);
  const ages = local.withDatabase((database) =>
    database.prepare("select (unixepoch() - created) / 86400 as days from reddit_post").all(),
  );
  expect(ages).toHaveLength(10);
  expect(ages.filter(({ days }) => Number(days) < 0 || Number(days) > 400)).toEqual([]);
});

test("a seed of an unused database alone leaves one that is used meanwhile", async () => {
  addAccount("ada");
  expect(
    await seedDatabase({ size, creators: [], state: local.state, onlyUnused: true }),
  ).toBeNull();
  expect(usernames()).toEqual(["ada"]);
});

test("a second seed leaves no board and no badge of the first one's hearts", async () => {
  await seed();
  const left = ["leaderboard_current", "leaderboard_snapshot", "reddit_user_badges"];
  local.withDatabase((database) =>
    database.exec(`
      insert into leaderboard_current (kind, version, total, ranks, generated_at) values ('users', 1, 5, '[]', 1);
      insert into leaderboard_snapshot (kind, version, part, entries) values ('users', 1, 0, '[]');
      insert into reddit_user_badges (id, reddit_user_id, badges, calculated_at, expires_at)
        select 'b', id, '[]', 1, 1 from reddit_user limit 1`),
  );
  await seed();
  const rows = local.withDatabase((database) =>
    left.flatMap((table) => database.prepare(`select * from ${table}`).all()),
  );
  expect(rows).toEqual([]);
});

test("a locked database is refused with what to do", () => {
  local.withDatabase((holder) => {
    holder.exec("begin immediate");
    local.withDatabase((database) =>
      expect(() => withoutTriggers(database, () => {})).toThrow(
        "The local database is locked by another program. Close it, then run this again.",
      ),
    );
    holder.exec("rollback");
  });
});

test("another fault of the database is not called a lock", () => {
  local.withDatabase((database) => {
    database.exec("begin");
    expect(() => withoutTriggers(database, () => {})).toThrow("within a transaction");
    database.exec("rollback");
  });
});

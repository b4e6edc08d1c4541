import { expect, test } from "vitest";
import type { LeaderboardUsersResponse } from "#schema/api/leaderboard.ts";
import { LEADERBOARD_REQUEST, queryKeys } from "#schema/queries.ts";
import { inlined } from "#worker/testing/inlined.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";

test("home and leaderboard hold the entries that pages show, of the whole board", async () => {
  for (let index = 0; index < 9; index += 1)
    await storedUser(`t2_u${index}`, `maker_${index}`, index + 1);
  const app = testApp();
  for (const path of ["/", "/leaderboard"]) {
    const data = inlined(await (await app.request(path)).text());
    const held = data.get(JSON.stringify(queryKeys.leaderboard("users", LEADERBOARD_REQUEST)));
    const { users, total } = held as LeaderboardUsersResponse;
    expect(total, path).toBe(9);
    expect(users.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  }
});

import { beforeAll, expect, test } from "vitest";
import type { VoteResponse, VoteStatusBatchResponse } from "#schema/api/hearts.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";

const app = testApp();
let ann: Person;
let bob: Person;

beforeAll(async () => {
  ann = await signUp(app, "ann");
  bob = await signUp(app, "bob");
  await storedUser("t2_maker", "Some-Maker");
  await storedUser("t2_other", "Other-Maker");
  await storedPost("t3_one", "t2_maker");
});

const call = (method: string, path: string, person?: Person) =>
  app.request(`/api/leaderboard${path}`, {
    method,
    headers: person ? { Cookie: person.cookie } : {},
  });

const read = async (method: string, path: string, person?: Person) => {
  const answer = await call(method, path, person);
  expect(answer.status, path).toBe(200);
  return answer.json<VoteResponse>();
};

test("a repeated vote adds one heart, and a repeated removal removes one", async () => {
  for (const path of ["/users/some-maker", "/posts/one"]) {
    const type = path.startsWith("/users") ? "user" : "post";
    for (let press = 0; press < 2; press += 1) {
      expect(await read("POST", `${path}/vote`, ann)).toEqual({
        success: true,
        voted: true,
        heartCount: 1,
        message: `Successfully voted for ${type}!`,
      });
    }
    expect(await read("POST", `${path}/vote`, bob)).toMatchObject({ heartCount: 2 });
    for (let press = 0; press < 2; press += 1) {
      expect(await read("DELETE", `${path}/vote`, ann)).toMatchObject({
        success: true,
        voted: false,
        heartCount: 1,
      });
    }
    expect(await read("DELETE", `${path}/vote`, bob)).toMatchObject({ heartCount: 0 });
  }
});

test("a user is found by name in any case and by stored id, a post with and without prefix", async () => {
  await read("POST", "/users/SOME-MAKER/vote", ann);
  await read("POST", "/posts/t3_one/vote", ann);
  for (const id of ["some-maker", "Some-Maker", "t2_maker"]) {
    expect(await read("GET", `/users/${id}/vote-status`, ann)).toMatchObject({ voted: true });
  }
  for (const id of ["one", "t3_one"]) {
    expect(await read("GET", `/posts/${id}/vote-status`, ann)).toMatchObject({ voted: true });
  }
  await read("DELETE", "/users/t2_maker/vote", ann);
  await read("DELETE", "/posts/one/vote", ann);
});

test("the status is public: signed out it is false with the true count, unknown is false and 0", async () => {
  await read("POST", "/posts/one/vote", ann);
  expect(await read("GET", "/posts/one/vote-status")).toEqual({
    success: true,
    voted: false,
    heartCount: 1,
    message: "Not voted",
  });
  expect(await read("GET", "/users/nobody-yet/vote-status", ann)).toMatchObject({
    voted: false,
    heartCount: 0,
  });
  await read("DELETE", "/posts/one/vote", ann);
});

test("adding and removing signed out is 401 'Authentication required', even for a malformed id", async () => {
  for (const method of ["POST", "DELETE"]) {
    for (const path of ["/users/some-maker/vote", "/posts/one/vote", "/posts/NOT*AN*ID/vote"]) {
      const answer = await call(method, path);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({
        error: "auth.required",
        message: "Authentication required",
      });
    }
  }
});

test("a malformed id is 400 and names the field", async () => {
  const paths = ["/users/ab", "/users/a%20b", `/users/${"x".repeat(21)}`, "/posts/ONE", "/posts/é"];
  for (const path of paths) {
    for (const [method, call_] of [
      ["POST", "vote"],
      ["DELETE", "vote"],
      ["GET", "vote-status"],
    ] as const) {
      const answer = await call(method, `${path}/${call_}`, ann);
      expect(answer.status, path).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: "http.validation",
        fields: { id: expect.stringContaining("Reddit") },
      });
    }
  }
});

test("removing where nothing is stored is 200, false, 0", async () => {
  expect(await read("DELETE", "/users/never-seen/vote", ann)).toMatchObject({
    success: true,
    voted: false,
    heartCount: 0,
  });
});

test("the batch keeps order, spelling and duplicates; unknown items are false and 0", async () => {
  await read("POST", "/users/some-maker/vote", ann);
  const items = [
    { type: "post", id: "one" },
    { type: "user", id: "SOME-maker" },
    { type: "user", id: "t2_maker" },
    { type: "user", id: "nobody" },
    { type: "user", id: "SOME-maker" },
    { type: "user", id: "Other-Maker" },
  ];
  const ask = (headers?: HeadersInit) =>
    app.send("POST", "/api/leaderboard/vote-status", { items }, headers);
  const mine = await ask({ Cookie: ann.cookie });
  const voted = [false, true, true, false, true, false];
  expect(await mine.json<VoteStatusBatchResponse>()).toEqual({
    success: true,
    items: items.map((item, place) => ({
      ...item,
      voted: voted[place],
      heartCount: voted[place] ? 1 : 0,
    })),
  });
  const publicly = await (await ask()).json<VoteStatusBatchResponse>();
  expect(publicly.items.map((item) => item.voted)).toEqual(items.map(() => false));
  expect(publicly.items[1]?.heartCount).toBe(1);
  await read("DELETE", "/users/some-maker/vote", ann);
});

test("the batch refuses no items, more than 100, an unknown type and a malformed id", async () => {
  const one = { type: "post", id: "one" };
  const bad = [
    {},
    { items: [] },
    { items: Array.from({ length: 101 }, () => one) },
    { items: [{ type: "thing", id: "one" }] },
    { items: [one, { type: "post", id: "'; drop table post_heart; --" }] },
  ];
  for (const body of bad) {
    const answer = await app.send("POST", "/api/leaderboard/vote-status", body);
    expect(answer.status, JSON.stringify(body).slice(0, 80)).toBe(400);
    expect(await answer.json()).toHaveProperty("fields");
  }
});

test("with an ended, expired or forged session a vote is 401 and a status is that of a signed-out visitor", async () => {
  const clock = testClock();
  const later = testApp({ clock });
  const dora = await signUp(app, "dora");
  const eve = await signUp(app, "eve");
  await read("POST", "/posts/one/vote", dora);
  await app.request("/api/auth/logout", { method: "POST", headers: { Cookie: eve.cookie } });
  clock.advance(31 * 86_400_000);
  const forged = dora.cookie.replace(/=.{4}/, "=AAAA");
  const attempts: [TestApp, string][] = [
    [app, eve.cookie],
    [later, dora.cookie],
    [app, forged],
    [app, "__Host-sid=x"],
  ];
  for (const [at, Cookie] of attempts) {
    for (const method of ["POST", "DELETE"]) {
      const answer = await at.request("/api/leaderboard/posts/one/vote", {
        method,
        headers: { Cookie },
      });
      expect(answer.status).toBe(401);
    }
    const status = await at.request("/api/leaderboard/posts/one/vote-status", {
      headers: { Cookie },
    });
    expect(await status.json()).toMatchObject({ voted: false, heartCount: 1 });
  }
  await read("DELETE", "/posts/one/vote", dora);
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { ErrorBody } from "#schema/api/errors.ts";
import type { Removal, RemovalListResponse, RemovalResponse } from "#schema/api/removals.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { testClock } from "#worker/testing/test-app.ts";

const PATH = "/api/admin/removals";
const clock = testClock();
const app = adminApp({ clock });
const admin = await adminHeaders(app);

const post = (fields: Record<string, unknown>) =>
  app.send("POST", PATH, { kind: "user", reason: "person", ...fields }, admin);
async function added(fields: Record<string, unknown>): Promise<Removal> {
  clock.advance(1000);
  const answer = await post(fields);
  expect(answer.status).toBe(201);
  return (await answer.json<RemovalResponse>()).removal;
}
const lift = (id: string) => app.request(`${PATH}/${id}`, { method: "DELETE", headers: admin });
const list = async (query = "") =>
  (await app.request(`${PATH}?${query}`, { headers: admin })).json<RemovalListResponse>();
const keysOf = ({ removals }: RemovalListResponse) => removals.map(({ key }) => key);

beforeEach(async () => {
  await env.DB.prepare("delete from removal").run();
});

test("a removal is stored with its normalised key, its reason, its note and the session that added it", async () => {
  const answer = await post({
    key: " https://old.reddit.com/u/Some_Name/ ",
    note: " asked by mail ",
    id: "mine",
    createdBy: "made up",
  });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({
    success: true,
    removal: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: "user",
      key: "some_name",
      reason: "person",
      note: "asked by mail",
      createdBy: expect.stringMatching(/^admin [0-9a-f]{8}$/),
      createdAt: new Date(clock.now()).toISOString(),
    },
  });
  expect(await env.KV.get("removals"), "the copy for an outage").toContain('"user/some_name"');
});

test("a listed key is 409 in any spelling; the same key of another kind is not", async () => {
  await added({ key: "some_name" });
  for (const key of ["SOME_NAME", "u/Some_Name", "https://www.reddit.com/user/some_name"]) {
    const answer = await post({ key });
    expect(answer.status, key).toBe(409);
    expect(await answer.json()).toMatchObject({ error: "removals.exists" });
  }
  await added({ kind: "subreddit", key: "some_name" });
  expect((await list()).counts).toEqual({ user: 1, post: 0, subreddit: 1 });
});

test("a stored account's id is turned into its name, an unknown one is a field's error", async () => {
  await storedUser("t2_known", "Known_Person");
  expect((await added({ key: "t2_known" })).key).toBe("known_person");
  const answer = await post({ key: "t2_unknown" });
  expect(answer.status).toBe(400);
  expect((await answer.json<ErrorBody>()).fields).toEqual({
    key: "This account id is not stored here: give the username",
  });
});

test("an incomplete request is 400 with a sentence per field", async () => {
  const answer = await app.send("POST", PATH, { kind: "all", key: "", reason: "" }, admin);
  expect(answer.status).toBe(400);
  expect((await answer.json<ErrorBody>()).fields).toEqual({
    kind: "Choose what is to be removed",
    key: "Say what is to be removed",
    reason: "Choose a reason",
  });
  const other = await post({ kind: "post", key: "https://i.redd.it/abc.jpg" });
  expect((await other.json<ErrorBody>()).fields).toEqual({
    key: "That is not the link or id of a Reddit post",
  });
});

test("lifting takes one removal from the list, and lifting it again is 404", async () => {
  const other = await added({ key: "other_name" });
  const { id } = await added({ key: "some_name" });
  const answer = await lift(id);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ success: true, message: expect.any(String) });
  const again = await lift(id);
  expect(again.status).toBe(404);
  expect(await again.json()).toMatchObject({ error: "removals.not_found" });
  expect(await list()).toMatchObject({ removals: [other], total: 1 });
  expect(await env.KV.get("removals")).toMatch(/^\d+\n\["user\/other_name"\]$/);
  await added({ key: "some_name" });
});

test("pages hold every removal once, newest first, also when some are added between them", async () => {
  const mine: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    mine.push((await added({ key: `person_${index}` })).key);
  }
  const seen: string[] = [];
  let after: string | null = "";
  while (after !== null) {
    const page: RemovalListResponse = await list(`limit=3&after=${after}`);
    seen.push(...keysOf(page));
    after = page.nextPage;
    await added({ kind: "post", key: `late${seen.length}` });
  }
  expect(seen).toEqual(mine.toReversed());
});

test("kind and a part of the key filter the list; total counts the matches, counts cover all removals", async () => {
  await added({ key: "ann_one" });
  await added({ key: "ann_two" });
  await added({ kind: "subreddit", key: "r/Annuals" });
  await added({ kind: "post", key: "t3_abc123" });
  const counts = { user: 2, post: 1, subreddit: 1 };
  expect(await list("kind=user")).toMatchObject({ total: 2, counts });
  const found = await list("q=+ANN+");
  expect(keysOf(found)).toEqual(["annuals", "ann_two", "ann_one"]);
  expect(found).toMatchObject({ total: 3, counts });
  expect(keysOf(await list("q=ann&kind=subreddit"))).toEqual(["annuals"]);
  expect(keysOf(await list("q=u/Ann_Two"))).toEqual(["ann_two"]);
  expect(keysOf(await list("q=r/Annuals"))).toEqual(["annuals"]);
  expect(keysOf(await list("q=ann/x"))).toEqual([]);
  const link = encodeURIComponent("https://www.reddit.com/r/x/comments/abc123/title/");
  expect(keysOf(await list(`q=${link}`))).toEqual(["t3_abc123"]);
  expect(keysOf(await list("q=%25"))).toEqual([]);
  const first = await list("q=ann&limit=2");
  expect(keysOf(await list(`q=ann&limit=2&after=${first.nextPage}`))).toEqual(["ann_one"]);
});

test.each([
  ["kind=all", { kind: "Unknown kind" }],
  ["limit=0", { limit: "Limit must be a whole number from 1 to 100" }],
  ["after=nonsense", { after: "The page cursor is not valid" }],
])("the list refuses %s", async (query, fields) => {
  const answer = await app.request(`${PATH}?${query}`, { headers: admin });
  expect(answer.status).toBe(400);
  expect((await answer.json<ErrorBody>()).fields).toEqual(fields);
});

test("a page of ten thousand removals reads its own rows only", async () => {
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
     insert into removal (kind, key, id, reason, created_by, created_at)
     select 'user', 'many_' || i, 'many' || i, 'other', 'admin', i from n`,
  ).run();
  for (const query of ["limit=20", "limit=20&kind=user"]) {
    app.meter.reset();
    expect(await list(query)).toMatchObject({ total: 10_000 });
    expect(app.meter.statements, "one for the token, two for the page").toBe(3);
    expect(app.meter.rowsRead, query).toBeLessThanOrEqual(45);
  }
});

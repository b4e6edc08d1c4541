import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { ErrorBody } from "#schema/api/errors.ts";
import type { Feedback, FeedbackListResponse, FeedbackResponse } from "#schema/api/feedback.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { holdingD1 } from "#worker/testing/faulty-d1.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { inOneMinute } from "#worker/testing/in-one-minute.ts";

const PATH = "/api/feedback";
const clock = testClock();
const app = adminApp({ clock });
const admin = await adminHeaders(app);
const DESCRIPTION = "It would be nice if it did.";
const UUID = "00000000-0000-4000-8000-000000000000";

async function submit(fields: Record<string, unknown> = {}, headers?: HeadersInit) {
  const body = { title: "A title", description: DESCRIPTION, ...fields };
  return app.send("POST", PATH, body, headers);
}
async function submitted(fields: Record<string, unknown> = {}): Promise<Feedback> {
  clock.advance(1000);
  return (await (await submit(fields)).json<FeedbackResponse>()).feedback;
}
const list = async (query = "") =>
  (await app.request(`${PATH}?${query}`, { headers: admin })).json<FeedbackListResponse>();
const update = (id: string, body: unknown) => app.send("PUT", `${PATH}/${id}`, body, admin);

test("signed-out visitors can send feedback; it is open, of medium priority, with its user agent", async () => {
  const answer = await submit(
    {
      type: "bug",
      title: " Broken ",
      email: "me@example.com",
      url: "https://unearth.test/user/a?b=c",
      status: "closed",
      priority: "urgent",
      id: "mine",
      userAgent: "made up",
      createdAt: "2000-01-01",
    },
    { "User-Agent": "Tester/1.0" },
  );
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({
    success: true,
    message: "Thank you for your feedback. We'll review it soon.",
    feedback: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "bug",
      title: "Broken",
      description: DESCRIPTION,
      email: "me@example.com",
      userAgent: "Tester/1.0",
      url: "https://unearth.test/user/a?b=c",
      status: "open",
      priority: "medium",
      createdAt: "2026-11-01T12:00:00.000Z",
      updatedAt: "2026-11-01T12:00:00.000Z",
    },
  });
});

test("of a user agent the first 500 characters are stored", async () => {
  const headers = { "User-Agent": "x".repeat(501) };
  const body = { title: "A long agent", description: "Long enough to be sent" };
  const answer = await app.send("POST", "/api/feedback", body, headers);
  const { feedback } = await answer.json<FeedbackResponse>();
  expect(feedback.userAgent).toBe("x".repeat(500));
});

test("without a type it is general, and empty optional fields are absent", async () => {
  expect(await submitted({ email: "", url: "" })).toMatchObject({
    type: "general",
    email: null,
    url: null,
  });
});

test("markup and control characters are stored unchanged", async () => {
  const title = `<script>alert(1)</script>\u202E\u0000'"; drop table feedback; --`;
  expect(await submitted({ title })).toMatchObject({ title });
  expect((await list("limit=1")).feedback[0]).toMatchObject({ title });
});

test.each([
  [{ title: "" }, { title: "Title is required" }],
  [{ title: "t".repeat(201) }, { title: "Title too long" }],
  [{ description: "too short" }, { description: "Please provide more details" }],
  [{ description: undefined }, { description: "Please provide more details" }],
  [{ description: "d".repeat(2001) }, { description: "Description too long" }],
  [{ email: "nobody" }, { email: "Invalid email" }],
  [{ type: "praise" }, { type: "Choose a type" }],
  [{ submissionId: "mine" }, { submissionId: "Invalid submission id" }],
  [{ url: "javascript:alert(1)" }, { url: "Invalid address" }],
  [{ url: `https://example.com/${"x".repeat(2000)}` }, { url: "Invalid address" }],
])("feedback with %j is refused with each field's own sentence", async (fields, sentences) => {
  const answer = await submit(fields);
  expect(answer.status).toBe(400);
  expect((await answer.json<ErrorBody>()).fields).toEqual(sentences);
});

test("pages hold every entry once, newest first, also when entries arrive between them", async () => {
  const mine: string[] = [];
  for (let index = 0; index < 7; index += 1) mine.push((await submitted({ type: "feature" })).id);
  const seen: string[] = [];
  let after: string | null = "";
  while (after !== null) {
    const page: FeedbackListResponse = await list(`type=feature&limit=3&after=${after}`);
    seen.push(...page.feedback.map(({ id }) => id));
    after = page.nextPage;
    await submitted({ type: "feature", title: "A late one" });
  }
  expect(seen).toEqual(mine.toReversed());
});

test("entries of the same moment are not lost between pages", async () => {
  const fields = { type: "improvement" };
  const answers = await Promise.all(Array.from({ length: 5 }, () => submit(fields)));
  const ids = await Promise.all(
    answers.map(async (answer) => (await answer.json<FeedbackResponse>()).feedback.id),
  );
  const first = await list("type=improvement&limit=2");
  const second = await list(`type=improvement&limit=2&after=${first.nextPage}`);
  const third = await list(`type=improvement&limit=2&after=${second.nextPage}`);
  expect(third.nextPage).toBeNull();
  const seen = [first, second, third].flatMap(({ feedback }) => feedback.map(({ id }) => id));
  expect(seen.toSorted()).toEqual(ids.toSorted());
});

test("a full last page says that nothing follows", async () => {
  const { total } = await list("type=improvement");
  const page = await list(`type=improvement&limit=${total}`);
  expect(page.feedback).toHaveLength(total);
  expect(page.nextPage).toBeNull();
});

test("total counts the entries that match the filter, counts cover all entries", async () => {
  const before = await list();
  const one = await submitted({ type: "bug" });
  await submitted({ type: "bug" });
  await update(one.id, { status: "resolved" });
  const bugs = await list("type=bug&status=resolved");
  expect(bugs.total).toBe(1);
  expect(bugs.feedback.map(({ id }) => id)).toEqual([one.id]);
  expect(bugs.counts).toEqual({
    ...before.counts,
    open: before.counts.open + 1,
    resolved: before.counts.resolved + 1,
  });
  const sum = Object.values(bugs.counts).reduce((total, count) => total + count, 0);
  expect((await list()).total).toBe(sum);
});

test.each([
  ["status=done", { status: "Unknown status" }],
  ["type=praise", { type: "Unknown type" }],
  ["limit=0", { limit: "Limit must be a whole number from 1 to 100" }],
  ["limit=101", { limit: "Limit must be a whole number from 1 to 100" }],
  ["limit=1e1", { limit: "Limit must be a whole number from 1 to 100" }],
  ["after=nonsense", { after: "The page cursor is not valid" }],
  [`after=!1.${UUID}`, { after: "The page cursor is not valid" }],
  [`after=1.${UUID}0`, { after: "The page cursor is not valid" }],
])("the list refuses %s", async (query, fields) => {
  const answer = await app.request(`${PATH}?${query}`, { headers: admin });
  expect(answer.status).toBe(400);
  expect((await answer.json<ErrorBody>()).fields).toEqual(fields);
});

test("status and priority change from any to any, each by itself", async () => {
  const { id, createdAt } = await submitted();
  for (const status of ["closed", "open", "in_progress", "resolved"]) {
    clock.advance(1000);
    const answer = await update(id, { status });
    expect(await answer.json()).toMatchObject({
      message: "Feedback status has been updated successfully.",
      feedback: { status, createdAt, updatedAt: new Date(clock.now()).toISOString() },
    });
  }
  const answer = await update(id, { priority: "urgent", title: "Another", email: "x@y.example" });
  expect((await answer.json<FeedbackResponse>()).feedback).toMatchObject({
    status: "resolved",
    priority: "urgent",
    title: "A title",
    email: null,
  });
});

test("an empty update or an unknown value is 400", async () => {
  const { id } = await submitted();
  for (const body of [{}, { status: "done" }, { priority: 3 }, { title: "Another" }]) {
    expect((await update(id, body)).status, JSON.stringify(body)).toBe(400);
  }
});

test("deleted feedback is gone, and an unknown id is 404", async () => {
  const { id } = await submitted();
  const remove = () => app.request(`${PATH}/${id}`, { method: "DELETE", headers: admin });
  const answer = await remove();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    success: true,
    message: "Feedback has been deleted successfully.",
  });
  expect((await remove()).status).toBe(404);
  expect((await update(id, { status: "open" })).status).toBe(404);
});

test("the fourth feedback within a minute from one address is 429", async () => {
  const limited = adminApp({ env: { RATE_LIMITS: "on" } });
  const statuses = await inOneMinute(async (headers) => {
    const seen: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const body = { title: "Again", description: DESCRIPTION };
      seen.push((await limited.send("POST", PATH, body, headers)).status);
    }
    return seen;
  });
  expect(statuses).toEqual([201, 201, 201, 429]);
});

test("the counts follow every change and cost the same with ten thousand entries", async () => {
  const before = await list();
  const entry = await submitted({ type: "bug" });
  await update(entry.id, { status: "resolved" });
  await update(entry.id, { priority: "high" });
  const { counts } = await list();
  expect(counts).toEqual({ ...before.counts, resolved: before.counts.resolved + 1 });
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
     insert into feedback (id, title, description, created_at) select 'many' || i, 't', 'd', i from n`,
  ).run();
  app.meter.reset();
  const after = await list();
  expect(app.meter.rowsRead).toBeLessThan(60);
  expect(after.counts.open).toBe(counts.open + 10_000);
  await env.DB.prepare("delete from feedback where id like 'many%'").run();
  await app.request(`${PATH}/${entry.id}`, { method: "DELETE", headers: admin });
  expect((await list()).counts).toEqual(before.counts);
});

test("with ten thousand open entries of a type no more of it is stored, and entries of other types are", async () => {
  const id = "00000000-0000-4000-8000-0000000000aa";
  const kept = await submitted({ type: "bug", submissionId: id });
  const addOpenBugs = (count: number) =>
    env.DB.prepare(
      "update feedback_tally set count = count + ? where status = 'open' and type = 'bug'",
    )
      .bind(count)
      .run();
  await update((await submitted({ type: "bug" })).id, { status: "closed" });
  const free = 10_000 - (await list("type=bug&status=open")).total;
  await addOpenBugs(free);
  const refused = await submit({ type: "bug" });
  expect(refused.status).toBe(503);
  expect(await refused.json<ErrorBody>()).toMatchObject({ error: "feedback.full" });
  expect((await submit({ type: "feature" })).status).toBe(201);
  const again = await submit({ type: "bug", submissionId: id });
  expect((await again.json<FeedbackResponse>()).feedback.id, "sent again").toBe(kept.id);
  await addOpenBugs(-1);
  expect((await submit({ type: "bug" })).status).toBe(201);
  expect((await submit({ type: "bug" })).status).toBe(503);
  await addOpenBugs(1 - free);
});

test("feedback sent while signed in is tied to the account, and no answer names it", async () => {
  const { cookie, user } = await signUp(app, "opinionated");
  const answer = await submit({}, { cookie });
  const { feedback } = await answer.json<FeedbackResponse>();
  const owner = await env.DB.prepare("select unearth_user_id as id from feedback where id = ?")
    .bind(feedback.id)
    .first("id");
  expect(owner).toBe(user.id);
  const listed = (await list()).feedback.find(({ id }) => id === feedback.id);
  expect(JSON.stringify([feedback, listed])).not.toContain(user.id);
});

test("an entry whose account is deleted while it is sent is stored without the account", async () => {
  const { cookie } = await signUp(app, "leaver");
  const { db, answered, release } = holdingD1();
  const body = { title: "Sent while leaving", description: DESCRIPTION };
  const sending = testApp({ env: { DB: db } }).send("POST", PATH, body, { cookie });
  // The session is read, the entry is not stored yet.
  await answered;
  const deleted = await app.send("DELETE", "/api/user", { password: PASSWORD }, { cookie });
  expect(deleted.status).toBe(200);
  release();
  expect((await sending).status).toBe(201);
  const owner = await env.DB.prepare(
    "select unearth_user_id as owner from feedback where title = 'Sent while leaving'",
  ).first();
  expect(owner).toEqual({ owner: null });
});

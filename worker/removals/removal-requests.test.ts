import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { ErrorBody } from "#schema/api/errors.ts";
import type { Feedback, FeedbackListResponse } from "#schema/api/feedback.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { inOneMinute } from "#worker/testing/in-one-minute.ts";
import { shutLimit } from "#worker/testing/rate-limits.ts";
import { testClock } from "#worker/testing/test-app.ts";

const clock = testClock();
const app = adminApp({ clock });
const admin = await adminHeaders(app);

const CONTACT = "/api/removals";
const WHY = "I am in this picture and never agreed.";
const request = (fields: Record<string, unknown> = {}, headers?: HeadersInit) =>
  app.send("POST", CONTACT, { kind: "post", link: "redd.it/abc", why: WHY, ...fields }, headers);
const feedback = async (query = "") =>
  (await app.request(`/api/feedback?${query}`, { headers: admin })).json<FeedbackListResponse>();
const update = (id: string, body: unknown) => app.send("PUT", `/api/feedback/${id}`, body, admin);

test("a visitor's request is an open removal request of high priority; of a minor, urgent", async () => {
  const link = "https://www.reddit.com/r/pics/comments/abc/title/";
  const fields = { link, email: "me@example.com", priority: "low", type: "bug" };
  const answer = await request(fields, { "User-Agent": "Tester/1.0" });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ success: true, message: expect.any(String) });
  expect((await feedback("type=removal")).feedback[0]).toEqual({
    id: expect.any(String),
    type: "removal",
    title: "Remove a post",
    description: `${link}\n\n${WHY}`,
    email: "me@example.com",
    userAgent: "Tester/1.0",
    url: link,
    status: "open",
    priority: "high",
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  await request({ kind: "user", link: "u/someone", minor: true });
  const urgent = (await feedback("type=removal")).feedback.find(
    ({ priority }) => priority === "urgent",
  );
  expect(urgent).toMatchObject({ title: "Remove a person's posts", url: null, email: null });
  expect(urgent?.description).toMatch(/^Concerns a minor.*\n\nu\/someone\n\n/);
});

test("a request sent again with its id is listed once; with other words, twice", async () => {
  const link = "redd.it/answerlost";
  const submissionId = crypto.randomUUID();
  for (let sent = 0; sent < 2; sent += 1)
    expect((await request({ link, submissionId })).status).toBe(201);
  const listed = async () =>
    (await feedback("type=removal")).feedback.filter(({ description }) =>
      description.includes(link),
    );
  expect(await listed()).toMatchObject([{ id: submissionId }]);
  await request({ link, submissionId, why: "It was taken at my home." });
  expect(await listed()).toHaveLength(2);
});

test("a request sent while signed in is tied to the account", async () => {
  const { cookie, user } = await signUp(app, "pictured");
  expect((await request({ link: "redd.it/signedin" }, { cookie })).status).toBe(201);
  const owner = env.DB.prepare(
    "select unearth_user_id as id from feedback where description like 'redd.it/signedin%'",
  );
  expect(await owner.first("id")).toBe(user.id);
});

test("the feedback form cannot send a removal request, and a removal request has its own fields", async () => {
  const fields = { type: "removal", title: "A title", description: WHY };
  expect((await app.send("POST", "/api/feedback", fields)).status).toBe(400);
  const answer = await request({ kind: "everything", link: "", why: "because", email: "me" });
  expect(answer.status).toBe(400);
  expect((await answer.json<ErrorBody>()).fields).toEqual({
    kind: "Choose what is to be removed",
    link: "Please say which one",
    why: "Please say a little more",
    email: "Invalid email",
  });
});

test("open removal requests stand above everything, newest first, and fall back once they are handled", async () => {
  await env.DB.prepare("delete from feedback").run();
  const ids: Record<string, string> = {};
  const entries = { old: "removal", plain: "bug", newer: "removal", last: "general" };
  for (const [name, type] of Object.entries(entries)) {
    clock.advance(1000);
    const fields = { type, title: name, description: WHY };
    await (type === "removal"
      ? request({ link: name })
      : app.send("POST", "/api/feedback", fields));
    const { results } = await env.DB.prepare(
      "select id from feedback order by created_at desc limit 1",
    ).all<{ id: string }>();
    ids[name] = results[0]?.id ?? "";
  }
  const order = async (query = "") => {
    const seen: Feedback[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page: FeedbackListResponse = await feedback(`limit=1&after=${after}&${query}`);
      seen.push(...page.feedback);
      after = page.nextPage;
    }
    return seen.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
  };
  expect(await order()).toEqual(["newer", "old", "last", "plain"]);
  expect(await order("status=open")).toEqual(["newer", "old", "last", "plain"]);
  await update(ids["newer"] ?? "", { status: "in_progress" });
  await update(ids["last"] ?? "", { priority: "urgent" });
  expect(await order()).toEqual(["old", "last", "newer", "plain"]);
  await update(ids["newer"] ?? "", { status: "open", priority: "low" });
  expect(await order()).toEqual(["newer", "old", "last", "plain"]);
  expect(await order("type=removal")).toEqual(["newer", "old"]);
});

test("open urgent removal requests stand above the others, and a cursor of before them goes on", async () => {
  await env.DB.prepare("delete from feedback").run();
  const ids: string[] = [];
  for (const sent of [{ minor: true }, {}, {}]) {
    clock.advance(1000);
    await request({ link: "somebody", ...sent });
    const { results } = await env.DB.prepare(
      "select id from feedback order by created_at desc limit 1",
    ).all<{ id: string }>();
    ids.push(results[0]?.id ?? "");
  }
  const [urgent = "", older = "", newer = ""] = ids;
  const order = async () => (await feedback("")).feedback.map(({ id }) => id);
  expect(await order()).toEqual([urgent, newer, older]);
  const { nextPage } = await feedback("limit=1");
  expect((await feedback(`after=${nextPage}`)).feedback.map(({ id }) => id)).toEqual([
    newer,
    older,
  ]);
  const second = await feedback(`limit=1&after=${nextPage}`);
  expect(second.nextPage).toMatch(/^top\./);
  await update(older, { priority: "urgent" });
  expect(await order()).toEqual([older, urgent, newer]);
  await update(older, { priority: "medium" });
  expect(await order()).toEqual([urgent, newer, older]);
  await update(urgent, { status: "resolved" });
  expect(await order()).toEqual([newer, older, urgent]);
});

test("a page of the feedback list with removal requests on top reads its own rows only", async () => {
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
     insert into feedback (id, title, description, created_at, type, is_on_top)
     select 'many' || i, 't', 'd', i, iif(i % 2, 'removal', 'bug'), i % 2 from n`,
  ).run();
  const { nextPage } = await feedback("limit=10");
  for (const query of ["", `after=${nextPage}`, "status=open", "type=bug", "type=removal"]) {
    app.meter.reset();
    await feedback(`limit=10&${query}`);
    expect(app.meter.rowsRead, query).toBeLessThan(60);
  }
  await env.DB.prepare("delete from feedback where id like 'many%'").run();
});

test("the fourth request within a minute is 429 with its own sentence, and feedback counts apart", async () => {
  const limited = adminApp({ env: { RATE_LIMITS: "on" } });
  const body = { kind: "post", link: "redd.it/abc", why: WHY };
  const answers = await inOneMinute(async (headers) => {
    const seen: Response[] = [];
    for (let index = 0; index < 4; index += 1) {
      seen.push(await limited.send("POST", CONTACT, body, headers));
    }
    const fields = { title: "A title", description: WHY };
    seen.push(await limited.send("POST", "/api/feedback", fields, headers));
    return seen;
  });
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429, 201]);
  expect(answers[3]?.headers.get("Retry-After")).toBe("60");
  expect(await answers[3]?.json()).toMatchObject({
    error: "removals.too_many",
    message: expect.stringContaining("This one was not sent"),
  });
});

test("a crowded network gets the same sentence as a single address", async () => {
  const body = { kind: "post", link: "redd.it/abc", why: WHY };
  const from = { "CF-Connecting-IP": "2001:db8:1:2::1" };
  for (const full of ["WIDE_LIMIT", "WIDEST_LIMIT"]) {
    const limited = adminApp({ env: { RATE_LIMITS: "on", [full]: shutLimit } });
    const answer = await limited.send("POST", CONTACT, body, from);
    expect(answer.status, full).toBe(429);
    expect(await answer.json(), full).toMatchObject({ error: "removals.too_many" });
  }
});

test("a request from another site is refused, and so is a body that is too large", async () => {
  expect((await request({}, { Origin: "https://evil.example" })).status).toBe(403);
  expect((await request({ why: "w".repeat(70_000) })).status).toBe(413);
});

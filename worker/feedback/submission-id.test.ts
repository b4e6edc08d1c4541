import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Feedback, FeedbackListResponse, FeedbackResponse } from "#schema/api/feedback.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { testClock } from "#worker/testing/test-app.ts";

const PATH = "/api/feedback";
const clock = testClock();
const app = adminApp({ clock });
const admin = await adminHeaders(app);
const DESCRIPTION = "It would be nice if it did.";

const submit = (fields: Record<string, unknown>, headers?: HeadersInit) =>
  app.send("POST", PATH, { title: "A title", description: DESCRIPTION, ...fields }, headers);
const submitted = async (fields: Record<string, unknown>): Promise<Feedback> =>
  (await (await submit(fields)).json<FeedbackResponse>()).feedback;
const update = (id: string, body: unknown) => app.send("PUT", `${PATH}/${id}`, body, admin);

const stored = async (title: string) => {
  const { results } = await env.DB.prepare("select id, status from feedback where title = ?")
    .bind(title)
    .all();
  return results;
};

test("a submission sent again with its id is stored once, and answered as it is stored", async () => {
  const fields = {
    title: "Answer lost",
    submissionId: crypto.randomUUID(),
    email: "me@example.com",
  };
  const { id, createdAt } = await submitted(fields);
  expect(id).toBe(fields.submissionId);
  await update(id, { status: "resolved" });
  clock.advance(1000);
  const again = await submit({ ...fields, url: "https://unearth.test/another-page" });
  expect(again.status).toBe(201);
  const { feedback } = await again.json<FeedbackResponse>();
  expect(feedback).toMatchObject({ id, createdAt, url: null, status: "resolved" });
  expect(await stored("Answer lost")).toHaveLength(1);
});

test("submissions that arrive at once with one id are stored once", async () => {
  const fields = { title: "Pressed twice", submissionId: crypto.randomUUID() };
  const answers = await Promise.all([submit(fields), submit(fields), submit(fields)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await stored("Pressed twice")).toHaveLength(1);
});

test("an id of other words, or of another sender, is not theirs: both are stored, neither is shown", async () => {
  const { cookie } = await signUp(app, "same_words");
  const fields = { title: "First words", submissionId: crypto.randomUUID() };
  const { id } = await submitted(fields);
  await update(id, { status: "closed" });
  const others: [Record<string, unknown>, HeadersInit?][] = [
    [{ description: "Written by somebody else." }],
    [{ title: "Other words" }],
    [{ type: "bug" }],
    [{ email: "other@example.com" }],
    [{}, { cookie }],
  ];
  for (const [change, headers] of others) {
    const answer = await submit({ ...fields, ...change }, headers);
    expect(answer.status).toBe(201);
    const { feedback } = await answer.json<FeedbackResponse>();
    expect(feedback).toMatchObject({ status: "open", description: DESCRIPTION, ...change });
    expect(feedback.id, "an id of its own").not.toBe(id);
  }
  const rows = await stored("First words");
  expect(rows, "the first, and all but the one of another title").toHaveLength(others.length);
  expect(rows).toContainEqual({ id, status: "closed" });
});

test("without an id, the same words sent twice are two submissions", async () => {
  for (const fields of [{}, {}, { submissionId: "" }]) await submit({ title: "Plain", ...fields });
  expect(await stored("Plain")).toHaveLength(3);
});

test("the page after an entry whose id has capitals is read by its cursor", async () => {
  const sent = [{}, { submissionId: crypto.randomUUID().toUpperCase() }];
  for (const fields of sent) {
    clock.advance(1000);
    await submit({ title: "Capitals", ...fields });
  }
  const list = (query: string) => app.request(`${PATH}?limit=1${query}`, { headers: admin });
  const first = await (await list("")).json<FeedbackListResponse>();
  expect(first.feedback[0]?.id).toBe(sent[1]?.submissionId);
  const next = await list(`&after=${first.nextPage}`);
  expect(next.status).toBe(200);
  expect((await next.json<FeedbackListResponse>()).feedback[0]?.title).toBe("Capitals");
});

import { expect, test } from "vitest";
import type { PostResponse } from "#schema/api/posts.ts";
import { app as wholeApp } from "#worker/app.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { waited } from "#worker/testing/measure-waits.ts";

let isSilent = false;
const far = await laggingReplica(0, () =>
  isSilent ? new Promise(() => undefined) : Promise.resolve(),
);
const reddit = standIn({ Ann: { posts: [picturePost(1)] } });
const app = appOver(reddit, { clock: far.clock, env: { DB: far.db } });

async function read(query: string) {
  const request = new Request(`https://localhost/api/reddit/post/p1${query}`);
  const { result, waitedMs } = await waited(async () => {
    const answer = await wholeApp.fetch(request, { deps: app.deps() });
    return answer.json<PostResponse>();
  });
  return { post: result.post, waitedMs };
}

test("with waitForHearts=false and a silent database a post waits 50 ms for its count, which is then null", async () => {
  const whole = await read("");
  expect(whole.post).toMatchObject({ heartCount: 0, rank: null });
  expect((await read("?waitForHearts=false")).post, "a count that is there").toEqual(whole.post);
  isSilent = true;
  far.clock.advance(2_001);
  const { post, waitedMs } = await read("?waitForHearts=false");
  expect(post).toEqual({ ...whole.post, heartCount: null });
  expect(waitedMs).toBe(50);
  const patient = await hurried(() => read(""));
  expect(patient, "without the parameter 2 s, and then a number").toEqual({
    post: whole.post,
    waitedMs: 2_000,
  });
});

test("an invalid waitForHearts is a 400 that names the field", async () => {
  const answer = await app.request("/api/reddit/post/p1?waitForHearts=no");
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { waitForHearts: expect.any(String) } });
});

import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { requestHeartStatus } from "#web/features/hearts/heart-status.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { eventually } from "#web/testing/eventually.ts";
import { postOf } from "#web/testing/posts.ts";
import { postQuery } from "./post.queries.ts";

vi.mock("#web/features/hearts/heart-status.ts", { spy: true });

afterEach(() => void vi.clearAllMocks());

const PATH = "/api/reddit/post/abc12?waitForHearts=false";

function open() {
  const calls = holdApiCalls();
  const observer = new QueryObserver(createQueryClient(), postQuery("abc12"));
  observer.subscribe(() => {});
  return { calls, count: () => observer.getCurrentResult().data?.heartCount };
}

test("a linked post is shown before its count, which is requested afterwards", async () => {
  const { calls, count } = open();
  (await callTo(calls, PATH)).answer({ success: true, post: postOf({ heartCount: null }) });
  const status = await callTo(calls, "/vote-status");
  expect(count()).toBeNull();
  expect(status.body).toEqual({ items: [{ type: "post", id: "t3_abc12" }] });
  status.answer({ items: [{ type: "post", id: "t3_abc12", voted: false, heartCount: 7 }] });
  await eventually(() => expect(count()).toBe(7));
});

test("a linked post stays if its late count cannot be fetched", async () => {
  const { calls, count } = open();
  (await callTo(calls, PATH)).answer({ success: true, post: postOf({ heartCount: null }) });
  (await callTo(calls, "/vote-status")).answer({}, 500);
  const { settledResults } = vi.mocked(requestHeartStatus).mock;
  await eventually(() => expect(settledResults.at(-1)?.type).toBe("rejected"));
  expect(count()).toBeNull();
});

test("a linked post that includes its count makes no second call", async () => {
  const { calls, count } = open();
  (await callTo(calls, PATH)).answer({ success: true, post: postOf({ heartCount: 3 }) });
  await eventually(() => expect(count()).toBe(3));
  expect(requestHeartStatus).not.toHaveBeenCalled();
});

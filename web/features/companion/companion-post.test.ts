// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { quickHash } from "#normalise/quick-hash.ts";
import { picturePost } from "#normalise/testing/raw-posts.ts";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { isFinal } from "#web/api/api-error.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { postQuery } from "#web/features/posts/post.queries.ts";
import { installCompanion, removeCompanion } from "#web/testing/companion.ts";
import { CHOICE_KEY } from "./companion-state.ts";

const RAW = picturePost(1, { selftext: "secret" });
const MISSING = { success: false, error: "posts.not_found", message: "Not there." };
const NOTHING = { creator: false, posts: [], subreddits: [] };

let missing: { body: object; status: number };
let removed: object;
let sent: { url: string; body: unknown }[];

beforeEach(() => {
  missing = { body: MISSING, status: 404 };
  removed = NOTHING;
  sent = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    const asked = body === undefined ? null : (JSON.parse(String(body)) as unknown);
    sent.push({ url, body: asked });
    if (asked === null) return Response.json(missing.body, { status: missing.status });
    const items = [{ type: "post", id: "t3_p1", voted: false, heartCount: 3, rank: null }];
    const creator = { voted: false, heartCount: 0, rank: null };
    const listing = { creator, adultSubreddits: ["pics"], hasArchive: false, removed };
    return Response.json({ success: true, items, listing });
  });
});

afterEach(() => {
  removeCompanion();
  localStorage.clear();
});

const open = () => createQueryClient().fetchQuery({ ...postQuery("p1"), retry: false });
const found = { ok: true, body: { state: "ok", post: RAW } };

test("a linked post that the server does not know is read through the companion", async () => {
  const requests = installCompanion(() => found);
  expect(await open()).toMatchObject({ id: "t3_p1", heartCount: 3, subredditIsNsfw: true });
  expect(requests).toEqual([{ type: "post", id: "p1" }]);
  // The server gets the author's name and the post's id, as for a listing.
  expect(sent.map(({ body }) => body)).toEqual([
    null,
    { creator: RAW["author"], items: [{ type: "post", id: "t3_p1" }] },
  ]);
});

test("without a companion, if it is off, or if the visitor chose the server, the server's error stands", async () => {
  await expect(open()).rejects.toMatchObject({ code: "posts.not_found" });
  const requests = installCompanion(() => found);
  document.documentElement.setAttribute(COMPANION_ATTRIBUTE, "off");
  await expect(open()).rejects.toMatchObject({ code: "posts.not_found" });
  document.documentElement.setAttribute(COMPANION_ATTRIBUTE, "on");
  localStorage.setItem(CHOICE_KEY, "server");
  await expect(open()).rejects.toMatchObject({ code: "posts.not_found" });
  expect(requests).toEqual([]);
});

test("a post removed at request is not requested from the companion and not shown", async () => {
  const requests = installCompanion(() => found);
  missing = { body: { ...MISSING, error: "posts.removed" }, status: 410 };
  await expect(open()).rejects.toMatchObject({ code: "posts.removed" });
  expect(requests).toEqual([]);
  missing = { body: MISSING, status: 404 };
  for (const gone of [{ creator: true }, { posts: ["t3_p1"] }]) {
    removed = { ...NOTHING, ...gone };
    await expect(open()).rejects.toMatchObject({ code: "posts.removed" });
  }
});

test("a crosspost of a post removed at request is not shown", async () => {
  const origin = picturePost(2, { author: "Bob", subreddit: "Studio" });
  installCompanion(() => ({
    ok: true,
    body: { state: "ok", post: { ...RAW, crosspost_parent_list: [origin] } },
  }));
  expect(await open()).not.toHaveProperty("origins");
  expect(sent.at(-1)?.body).toMatchObject({ origins: [{ id: "t3_p2", author: "Bob" }] });
  for (const gone of [{ posts: ["t3_p2"] }, { subreddits: [quickHash("studio")] }]) {
    removed = { ...NOTHING, ...gone };
    await expect(open()).rejects.toMatchObject({ code: "posts.removed" });
  }
});

test.each([
  [{ ok: true, body: { state: "missing" } }, "Not there."],
  [{ ok: true, body: { state: "ok", post: picturePost(2) } }, "Not there."],
  [{ ok: false, reason: "signed_out" }, "Not there. You are signed out of Reddit in this browser."],
])(
  "without a post from the companion the server's sentence stands, with the companion's reason if it gives one: %j",
  async (answer, sentence) => {
    installCompanion(() => answer);
    await expect(open()).rejects.toMatchObject({ sentence });
  },
);

test("a post that the server does not have is worth a second try where the companion gave no answer", async () => {
  installCompanion(() => ({ ok: true, body: { state: "missing" } }));
  expect(isFinal(await open().catch((error: unknown) => error))).toBe(true);
  installCompanion(() => ({ ok: false, reason: "rate_limited" }));
  expect(isFinal(await open().catch((error: unknown) => error))).toBe(false);
});

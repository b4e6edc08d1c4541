import { expect, test, vi } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { createFormDraft } from "#web/lib/form-draft.ts";
import { loadedDrafts } from "#web/lib/loaded-drafts.ts";
import { clientOf, MEMBER, signedIn, signedOut } from "#web/testing/sessions.ts";
import type { KnownSession } from "./session.queries.ts";
import { endSession, expireSession, refreshSession, startSession } from "./session-cache.ts";

/** Lets a test answer status requests in any order. */
function holdStatusRequests() {
  const answers: ((status: AuthStatusResponse) => void)[] = [];
  vi.stubGlobal("fetch", () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.push((status) => resolve(Response.json(status)));
    return promise;
  });
  return answers;
}

const OF_AN_ACCOUNT = [
  queryKeys.preferences(),
  queryKeys.saved("posts"),
  queryKeys.followingFeed(null),
];

function clientOfVisitor() {
  const client = clientOf(signedIn);
  for (const key of OF_AN_ACCOUNT) client.setQueryData(key, "the visitor's");
  client.setQueryData(queryKeys.heart("post", "t3_a"), { voted: true, heartCount: 5 });
  const kept = () => OF_AN_ACCOUNT.filter((key) => client.getQueryData(key) !== undefined);
  const heart = () => client.getQueryData(queryKeys.heart("post", "t3_a"));
  return { client, kept, heart };
}

test("after a change of account, and after a logout, nothing of the previous account is left", () => {
  for (const next of [{ ...MEMBER, id: "another" }, null]) {
    const { client, kept, heart } = clientOfVisitor();
    if (next) startSession(client, { success: true, user: next });
    else endSession(client);
    expect(kept()).toEqual([]);
    expect(heart()).toEqual({ voted: false, heartCount: 5 });
  }
});

test("a heart's status that was requested before a logout is not shown after it", async () => {
  const { client, heart } = clientOfVisitor();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const queryKey = queryKeys.heart("post", "t3_a");
  const status = client.fetchQuery({ queryKey, queryFn: () => promise, staleTime: 0 });
  endSession(client);
  resolve({ voted: true, heartCount: 5 });
  await status.catch(() => undefined);
  expect(heart()).toEqual({ voted: false, heartCount: 5 });
});

test("the same account keeps its loaded data", () => {
  const { client, kept, heart } = clientOfVisitor();
  startSession(client, { success: true, user: { ...MEMBER, displayName: "A new name" } });
  expect(kept()).toEqual(OF_AN_ACCOUNT);
  expect(heart()).toEqual({ voted: true, heartCount: 5 });
});

test("of two announcements by other tabs the later one's answer counts, even if it arrives first", async () => {
  const client = createQueryClient();
  const answers = holdStatusRequests();
  const first = refreshSession(client);
  const second = refreshSession(client);
  answers[1]?.(signedIn);
  await second;
  answers[0]?.(signedOut);
  await first;
  expect(client.getQueryData(queryKeys.session())).toEqual(signedIn);
});

const logIn = (client: ReturnType<typeof createQueryClient>) =>
  startSession(client, { success: true, user: MEMBER });

test.each([
  ["logout", endSession, signedIn, signedOut],
  ["login", logIn, signedOut, signedIn],
])(
  "a status answer that arrives after a %s in this tab is dropped",
  async (_, change, late, now) => {
    const client = createQueryClient();
    const answers = holdStatusRequests();
    const refresh = refreshSession(client);
    const query = client.fetchQuery({ queryKey: queryKeys.session() }).catch(() => null);
    change(client);
    for (const answer of answers) answer(late);
    await Promise.all([refresh, query]);
    expect(answers).toHaveLength(2);
    expect(client.getQueryData(queryKeys.session())).toMatchObject(now);
  },
);

test("a status that fails after an announcement by another tab leaves the session as it was", async () => {
  const client = clientOf(signedIn);
  vi.stubGlobal("fetch", async () => Response.json({}, { status: 500 }));
  await refreshSession(client);
  expect(client.getQueryData(queryKeys.session())).toEqual(signedIn);
});

test.each([
  ["login", logIn],
  ["logout", endSession],
  ["refused call", expireSession],
])("a %s is announced to the other tabs", async (_, change) => {
  const other = new BroadcastChannel("unearth-session");
  const heard = new Promise((resolve) => {
    other.addEventListener("message", resolve, { once: true });
  });
  change(createQueryClient());
  expect(await heard).toMatchObject({ data: "changed" });
  other.close();
});

test("hasEnded is set until the next login, except by a logout in this tab", async () => {
  const client = createQueryClient();
  const answers = holdStatusRequests();
  const known = () => client.getQueryData<KnownSession>(queryKeys.session())?.hasEnded ?? false;
  logIn(client);
  endSession(client);
  expect(known()).toBe(false);
  logIn(client);
  expireSession(client);
  expect(known(), "refused").toBe(true);
  logIn(client);
  expect(known()).toBe(false);
  const refresh = refreshSession(client);
  answers[0]?.(signedOut);
  await refresh;
  expect(known(), "by another tab").toBe(true);
});

test("a 401 during the refresh after another tab's login does not discard the new session", async () => {
  const { client } = clientOfVisitor();
  const answers = holdStatusRequests();
  const refresh = refreshSession(client);
  expireSession(client);
  const next = { isAuthenticated: true, user: { ...MEMBER, id: "another" } };
  answers[0]?.(next);
  await refresh;
  expect(client.getQueryData(queryKeys.session())).toEqual(next);
});

test.each<[string, (client: ReturnType<typeof createQueryClient>) => unknown]>([
  ["a refused call", expireSession],
  [
    "another tab",
    (client) => {
      const answers = holdStatusRequests();
      const refresh = refreshSession(client);
      answers[0]?.(signedOut);
      return refresh;
    },
  ],
])(
  "words typed before a login are not the next account's, also if its form stays closed until %s ends the session",
  async (_, end) => {
    for (const [next, title] of [
      [MEMBER, "A ruby"],
      [{ ...MEMBER, id: "another" }, undefined],
    ] as const) {
      const client = createQueryClient();
      const draft = createFormDraft({}, "draft feedback");
      draft.claim(null);
      draft.keep({ title: "A ruby" });
      startSession(client, { success: true, user: MEMBER });
      await end(client);
      startSession(client, { success: true, user: next });
      draft.claim(next.id);
      expect(draft.read("title"), next.id).toBe(title);
    }
  },
);

test("words that only the storage has are the account's that another tab logs in and out", async () => {
  const announced = async (client: ReturnType<typeof createQueryClient>, status: object) => {
    vi.stubGlobal("fetch", async () => Response.json(status));
    await refreshSession(client);
  };
  for (const isKnown of [true, false]) {
    const typed = createFormDraft({}, "draft feedback");
    typed.claim(null);
    typed.keep({ title: "A ruby" });
    loadedDrafts.clear();
    const client = createQueryClient();
    if (isKnown) client.setQueryData(queryKeys.session(), signedOut);
    await announced(client, signedIn);
    await announced(client, signedOut);
    const draft = createFormDraft({}, "draft feedback");
    expect(draft.read("title")).toBe("A ruby");
    await announced(client, { isAuthenticated: true, user: { ...MEMBER, id: "another" } });
    expect(draft.read("title")).toBeUndefined();
  }
});

test("words typed before the session was known are its account's", () => {
  const client = createQueryClient();
  const draft = createFormDraft({}, "draft feedback");
  draft.keep({ title: "A ruby" });
  client.setQueryData(queryKeys.session(), signedIn);
  expireSession(client);
  draft.claim("another");
  expect(draft.read("title")).toBeUndefined();
});

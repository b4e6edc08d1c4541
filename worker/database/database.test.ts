import { expect, test } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import type { VoteResponse, VoteStatusBatchResponse } from "#schema/api/hearts.ts";
import { HOUR_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { cookieOf, logIn, PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { testApp, type TestApp } from "#worker/testing/test-app.ts";

/** The next queries wait for these before they are answered. */
const held: (() => Promise<void>)[] = [];
/** An hour of lag, so that within a test the replica gets a write only if a bookmark forces it to. */
const lagging = await laggingReplica(HOUR_MS, async () => {
  const wait = held.shift();
  await wait?.();
});
const { clock, answered } = lagging;
/** Each app stands for one isolate; all have the same database. */
const isolate = () => adminApp({ clock, env: { DB: lagging.db } });
const app = isolate();

const MINE = "/api/leaderboard/users/gemhunter/vote";
const as = (...cookies: string[]) => ({ headers: { Cookie: cookies.join("; ") } });

async function isSignedIn(at: TestApp, ...cookies: string[]): Promise<boolean> {
  const answer = await at.request("/api/auth/status", as(...cookies));
  return (await answer.json<AuthStatusResponse>()).isAuthenticated;
}

const bookmarkOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .find((one) => one.startsWith("__Host-bm="))
    ?.split(";")[0] ?? "";

async function answeredBy(work: () => Promise<unknown>) {
  answered.length = 0;
  await work();
  return [...answered];
}

async function statusOf(at: TestApp, ...cookies: string[]) {
  const body = { items: [{ type: "user", id: "gemhunter" }] };
  const headers = { Cookie: cookies.join("; ") };
  const answer = await at.send("POST", "/api/leaderboard/vote-status", body, headers);
  return (await answer.json<VoteStatusBatchResponse>()).items[0];
}

/** Sends a vote; returns its count and its bookmark. */
async function vote(at: TestApp, cookie: string, method = "POST") {
  const answer = await at.request(MINE, { method, ...as(cookie) });
  const { heartCount } = await answer.json<VoteResponse>();
  return { heartCount, bookmark: bookmarkOf(answer) };
}

test("signed-out reads ask the replica; writes, jobs, the admin and health ask the primary", async () => {
  const reads = () => statusOf(app);
  expect(await answeredBy(reads)).toEqual(["replica"]);
  const counts = "/api/leaderboard/users/gemhunter/vote-status";
  expect(await answeredBy(() => app.request(counts, { method: "HEAD" }))).toEqual(["replica"]);
  expect(await answeredBy(() => signUp(app, "first_one"))).not.toContain("replica");
  expect(await answeredBy(() => runScheduled("sessions", app.deps()))).not.toContain("replica");
  const headers = await adminHeaders(app);
  const admin = () => app.request("/api/admin/nsfw-subreddits", { headers });
  expect(await answeredBy(admin)).toEqual(["primary", "primary"]);
  expect(await answeredBy(() => app.request("/api/feedback", { headers }))).not.toContain(
    "replica",
  );
  expect(await answeredBy(() => app.request("/api/health"))).not.toContain("replica");
});

test("an export, though a GET, reads everything from the primary", async () => {
  const { cookie } = await signUp(app, "export_one");
  const exported = async () => (await app.request("/api/user/export", as(cookie))).text();
  expect(new Set(await answeredBy(exported))).toEqual(new Set(["primary"]));
});

test("a visitor reads their own hearts from a replica that does not have them yet", async () => {
  const { cookie } = await signUp(app, "own_writes");
  const elsewhere = isolate();
  expect(await isSignedIn(elsewhere, cookie), "it knows the state before the heart").toBe(true);
  const { heartCount, bookmark } = await vote(app, cookie);
  expect(heartCount).toBe(1);
  expect(bookmark).toMatch(/^__Host-bm=[0-9a-z]+\.[0-9a-f-]{59}\.[\w-]{43}$/);
  expect(await statusOf(isolate()), "the replica lags").toMatchObject({ heartCount: 0 });
  const seen = await answeredBy(async () =>
    expect(await statusOf(elsewhere, cookie, bookmark)).toMatchObject({
      voted: true,
      heartCount: 1,
    }),
  );
  expect(seen).toEqual(["replica"]);
});

test("a bookmark alone, even without a session, gives its counts", async () => {
  const { cookie } = await signUp(app, "logged_out");
  const { heartCount, bookmark } = await vote(app, cookie);
  expect(await statusOf(isolate(), bookmark)).toMatchObject({ voted: false, heartCount });
});

test("the cookie is HttpOnly, Secure, Lax, for the session, and set only by answers that wrote", async () => {
  const signup = await app.send("POST", "/api/auth/signup", {
    username: "flags_one",
    password: PASSWORD,
  });
  const [, , bm = ""] = signup.headers.getSetCookie();
  expect(bm).toMatch(/^__Host-bm=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const cookie = cookieOf(signup);
  for (const path of ["/api/auth/status", "/api/leaderboard/users", "/api/user/preferences", "/"]) {
    const answer = await app.request(path, as(cookie));
    expect(bookmarkOf(answer), path).toBe("");
  }
  const post = (path: string, sent: string) => app.request(path, { method: "POST", ...as(sent) });
  const refused = await post("/api/leaderboard/users/!/vote", cookie);
  expect(bookmarkOf(refused)).toBe("");
  const unknown = await post(MINE, cookie.replace(/=.*/, `=${"A".repeat(43)}`));
  expect([unknown.status, bookmarkOf(unknown)]).toEqual([401, ""]);
  const logout = await post("/api/auth/logout", cookie);
  expect(bookmarkOf(logout), "no bookmark for a visitor who leaves").toBe("");
  const second = await signUp(app, "flags_two");
  const left = await app.request("/api/auth/logout", {
    method: "POST",
    ...as(second.cookie, "__Host-bm=x"),
  });
  expect(left.headers.getSetCookie().at(-1)).toMatch(/^__Host-bm=; Max-Age=0;/);
});

test("a deleted account leaves no bookmark, even if the request renewed its session", async () => {
  const { cookie } = await signUp(app, "renewed_one");
  clock.advance(48 * HOUR_MS);
  const body = { password: PASSWORD };
  const gone = await app.send("DELETE", "/api/user", body, { Cookie: cookie });
  expect(gone.status).toBe(200);
  const set = gone.headers.getSetCookie();
  expect(set.filter((one) => one.startsWith("__Host-sid=")).length, "renewed and ended").toBe(2);
  expect(bookmarkOf(gone)).toBe("");
});

test("on plain http and loopback the cookie is bm", async () => {
  const signup = await app.send("POST", "http://localhost/api/auth/signup", {
    username: "loopback_one",
    password: PASSWORD,
  });
  expect(signup.headers.getSetCookie().at(-1)).toMatch(
    /^bm=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test("a forged, foreign, old or oversized bookmark is ignored, and no answer fails", async () => {
  const { cookie } = await signUp(app, "forger");
  const { bookmark } = await vote(app, cookie);
  const value = bookmark.split("=")[1] ?? "";
  const [time = "", mark = "", mac = ""] = value.split(".");
  const future = `ffffffff-00000000-00000000-${"0".repeat(32)}`;
  const foreign = testApp({ clock, env: { DB: lagging.db, ADMIN_JWT_SECRET: "x".repeat(40) } });
  const bookmarks = [
    "",
    "first-primary",
    mark,
    value.toUpperCase(),
    `${time}.${future}.${mac}`,
    `zzzzzzzzz.${mark}.${mac}`,
    `${time}.${mark}.${"A".repeat(43)}`,
    `${time}.${mark}.${mac}${"a".repeat(4000)}`,
    "%00%0d%0aX: y",
  ];
  const before = await statusOf(isolate());
  for (const one of bookmarks) {
    expect(await statusOf(isolate(), `__Host-bm=${one}`), one).toEqual(before);
  }
  expect(await statusOf(foreign, bookmark)).toEqual(before);
  expect((await statusOf(isolate(), bookmark))?.heartCount).toBe((before?.heartCount ?? 0) + 1);
});

test("an account's session ends at once for every write, and within five seconds for reads elsewhere", async () => {
  const ends: [string, (cookie: string) => Promise<Response>][] = [
    ["logout", (cookie) => app.request("/api/auth/logout", { method: "POST", ...as(cookie) })],
    [
      "a changed password",
      async (cookie) => {
        const { cookie: other } = await logIn(app, "ending_1");
        expect(other).not.toBe(cookie);
        const change = { currentPassword: PASSWORD, newPassword: "another long one" };
        return app.send("PUT", "/api/user/password", change, { Cookie: other });
      },
    ],
    [
      "a deleted account",
      (cookie) => app.send("DELETE", "/api/user", { password: PASSWORD }, { Cookie: cookie }),
    ],
  ];
  for (const [index, [name, end]] of ends.entries()) {
    const { cookie } = await signUp(app, `ending_${index}`);
    const elsewhere = isolate();
    expect(await isSignedIn(elsewhere, cookie), name).toBe(true);
    expect((await end(cookie)).status, name).toBe(200);
    // At once in the isolate that ended the session, and for every write.
    expect(await isSignedIn(app, cookie), name).toBe(false);
    const refused = await elsewhere.request(MINE, { method: "POST", ...as(cookie) });
    expect(refused.status, name).toBe(401);
    clock.advance(5_000);
    expect(await isSignedIn(elsewhere, cookie), `${name}, after five seconds`).toBe(false);
    expect(await isSignedIn(isolate(), cookie), `${name}, a new isolate`).toBe(false);
  }
});

test("a session's end takes effect at once even if an overlapping call is answered first", async () => {
  const { cookie } = await signUp(app, "overlap_one");
  const [isSent, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  held.push(() => (isSent.resolve(), isFree.promise));
  const logout = app.request("/api/auth/logout", { method: "POST", ...as(cookie) });
  await isSent.promise;
  clock.advance(1);
  await app.request("/api/health");
  isFree.resolve();
  expect((await logout).status).toBe(200);
  expect(await isSignedIn(app, cookie)).toBe(false);
});

test("an isolate that only reads shows an ended session for less than five seconds", async () => {
  const { cookie } = await signUp(app, "window_one");
  const elsewhere = isolate();
  expect(await isSignedIn(elsewhere, cookie)).toBe(true);
  await app.request("/api/auth/logout", { method: "POST", ...as(cookie) });
  clock.advance(2_400);
  expect(await answeredBy(() => isSignedIn(elsewhere, cookie))).toEqual(["replica"]);
  expect(await isSignedIn(elsewhere, cookie), "a replica may still have it").toBe(true);
  clock.advance(2_600);
  expect(await isSignedIn(elsewhere, cookie)).toBe(false);
});

test("in a busy isolate the known state is renewed in the background, and no visitor waits for it", async () => {
  const { cookie } = await signUp(app, "busy_one");
  const elsewhere = isolate();
  expect(await answeredBy(() => isSignedIn(elsewhere, cookie))).toEqual(["primary"]);
  for (let seconds = 0; seconds < 12; seconds += 3) {
    clock.advance(3_000);
    const asked = await answeredBy(() => isSignedIn(elsewhere, cookie));
    expect(asked.toSorted(), "the answer's own read is the replica's").toEqual([
      "primary",
      "replica",
    ]);
  }
});

test("a revoked admin token is refused at once in every isolate", async () => {
  const headers = await adminHeaders(app);
  const elsewhere = isolate();
  const list = () => elsewhere.request("/api/admin/nsfw-subreddits", { headers });
  expect((await list()).status).toBe(200);
  await app.request("/api/admin/logout", { method: "POST", headers });
  expect((await list()).status).toBe(401);
});

test("after an hour a bookmark is not sent any more", async () => {
  const { cookie } = await signUp(app, "late_one");
  const { bookmark } = await vote(app, cookie);
  const atBookmark = lagging.bookmark();
  clock.advance(HOUR_MS - 1);
  await statusOf(isolate(), bookmark);
  expect(lagging.constraints.at(-1)).toBe(atBookmark);
  clock.advance(1);
  await statusOf(isolate(), bookmark);
  expect(lagging.constraints.at(-1)).toBe("first-unconstrained");
});

test("a bookmark that a restore has undone is forgotten with the first read that needs it", async () => {
  const { cookie } = await signUp(app, "undone_one");
  lagging.undoWrites();
  const read = () => isSignedIn(app, cookie);
  expect(await answeredBy(read)).toEqual(["primary"]);
  expect(await answeredBy(read)).toEqual(["replica"]);
});

test("the primary answers if the replica cannot reach a bookmark", async () => {
  const { cookie } = await signUp(app, "restored_one");
  const { bookmark, heartCount } = await vote(app, cookie);
  const repairReplica = lagging.breakReplica();
  const seen = await answeredBy(async () =>
    expect(await statusOf(isolate(), bookmark)).toMatchObject({ heartCount }),
  );
  expect(seen).toEqual(["primary"]);
  repairReplica();
});

test("a bookmark that is not of D1's form is not sent to the browser", async () => {
  const withSession = (constraint: D1SessionBookmark | D1SessionConstraint) => {
    const session = lagging.db.withSession(constraint);
    return { ...session, getBookmark: () => "0-1" };
  };
  const other = testApp({ clock, env: { DB: { withSession } as unknown as D1Database } });
  const { cookie } = await signUp(other, "odd_bookmark");
  expect(cookie).toContain("__Host-sid=");
  const answer = await other.request(MINE, { method: "POST", ...as(cookie) });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

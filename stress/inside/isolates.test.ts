import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LIMIT_NAMES } from "#worker/env.ts";
import { openLimit } from "#worker/testing/rate-limits.ts";
import { PASSWORD } from "#worker/testing/accounts.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { testApp, type TestApp, type TestClock } from "#worker/testing/test-app.ts";
import { PROPERTY_MS, seeded } from "./seeded.ts";

const ISOLATES = 3;
/** An ended session is refused for writes at once, for reads after this time (decision 090). */
const ENDED_MS = 5_001;
/** The targets that laggingReplica() stores, by part of their path. */
const TARGETS = {
  "users/gemhunter": { type: "user", id: "gemhunter" },
  "posts/gem1": { type: "post", id: "t3_gem1" },
} as const;
type Target = keyof typeof TARGETS;
const TARGET_NAMES = Object.keys(TARGETS) as Target[];

const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, openLimit]));

/** Keeps cookies, including the database's bookmark. */
class Browser {
  private readonly cookies = new Map<string, string>();

  copy(): Browser {
    const copy = new Browser();
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  async call(at: TestApp, method: string, path: string, body?: object) {
    const Cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { Cookie, "Content-Type": "application/json" };
    const answer = await at.request(path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: answer.status, body: await answer.json<unknown>() };
  }
}

interface Person {
  name: string;
  browser: Browser;
  password: string;
  isSignedIn: boolean;
  hearts: Set<Target>;
  blurEnabled: boolean;
}

interface World {
  clock: TestClock;
  isolate: () => TestApp;
  apps: TestApp[];
  everyone: Person[];
}

/** The parameters of a step: a person calls the isolate `here`, and `there` if a step needs a second one. */
interface Scene extends World {
  person: Person;
  here: TestApp;
  there: TestApp;
  target: Target;
  flag: boolean;
}

interface Outcome {
  got: unknown;
  wanted: object;
}

let people = 0;

async function newWorld(lagMs: number): Promise<World> {
  const { clock, db } = await laggingReplica(lagMs);
  const isolate = () => testApp({ clock, env: { ...limits, DB: db } });
  const apps = Array.from({ length: ISOLATES }, isolate);
  const signUp = async (at: TestApp): Promise<Person> => {
    const person = { browser: new Browser(), password: PASSWORD, isSignedIn: true };
    const name = `person_${(people += 1)}`;
    const body = { username: name, password: PASSWORD };
    expect((await person.browser.call(at, "POST", "/api/auth/signup", body)).status).toBe(201);
    return { ...person, name, hearts: new Set(), blurEnabled: true };
  };
  return { clock, isolate, apps, everyone: await Promise.all(apps.slice(1).map(signUp)) };
}

/** Expects 200 with the body if the person is signed in, else 401. */
const forMember = ({ isSignedIn }: Person, got: unknown, body: object): Outcome => ({
  got,
  wanted: isSignedIn ? { status: 200, body } : { status: 401 },
});

const countOf = ({ everyone }: Pick<World, "everyone">, target: Target): number =>
  everyone.filter(({ hearts }) => hearts.has(target)).length;

/** Of the targets at the primary, in their order. */
async function storedCounts(): Promise<unknown[]> {
  const rows = await env.DB.batch<{ n: number }>([
    env.DB.prepare("select heart_count as n from reddit_user where id = 't2_gem1'"),
    env.DB.prepare("select heart_count as n from reddit_post where id = 't3_gem1'"),
  ]);
  return rows.map(({ results }) => results[0]?.n);
}

async function vote({ everyone, person, here, target }: Scene, voted: boolean): Promise<Outcome> {
  const path = `/api/leaderboard/${target}/vote`;
  const got = await person.browser.call(here, voted ? "POST" : "DELETE", path);
  if (person.isSignedIn && voted) person.hearts.add(target);
  else if (person.isSignedIn) person.hearts.delete(target);
  return forMember(person, got, { voted, heartCount: countOf({ everyone }, target) });
}

const logIn = ({ name, password }: Person, browser: Browser, at: TestApp) =>
  browser.call(at, "POST", "/api/auth/login", { username: name, password });

/** A session that ended in another isolate is refused for writes at once, and for reads soon. */
async function expectEnded({ clock, there }: Scene, ended: Browser): Promise<void> {
  const write = await ended.call(there, "POST", "/api/leaderboard/posts/gem1/vote", {});
  expect(write.status).toBe(401);
  clock.advance(ENDED_MS);
  const { body } = await ended.call(there, "GET", "/api/auth/status");
  expect(body).toMatchObject({ isAuthenticated: false });
}

const ACTIONS = {
  heart: (scene: Scene) => vote(scene, true),
  takeBack: (scene: Scene) => vote(scene, false),
  readHearts: async ({ person, here }: Scene) => {
    const { browser, hearts, isSignedIn } = person;
    const items = Object.values(TARGETS);
    const got = await browser.call(here, "POST", "/api/leaderboard/vote-status", { items });
    const voted = TARGET_NAMES.map((name) => ({ voted: isSignedIn && hearts.has(name) }));
    return { got, wanted: { status: 200, body: { items: voted } } };
  },
  readSaved: async ({ person, here }: Scene) => {
    const got = await person.browser.call(here, "GET", "/api/leaderboard/saved/posts");
    return forMember(person, got, {
      posts: person.hearts.has("posts/gem1") ? [{ id: "t3_gem1" }] : [],
    });
  },
  setBlur: async ({ person, here, flag }: Scene) => {
    const change = { blurEnabled: flag };
    const got = await person.browser.call(here, "PUT", "/api/user/preferences", change);
    if (person.isSignedIn) person.blurEnabled = flag;
    return forMember(person, got, { preferences: change });
  },
  readBlur: async ({ person, here }: Scene) => {
    const got = await person.browser.call(here, "GET", "/api/user/preferences");
    return forMember(person, got, { preferences: { blurEnabled: person.blurEnabled } });
  },
  logIn: async ({ person, here }: Scene) => {
    const got = await logIn(person, person.browser, here);
    person.isSignedIn = true;
    return { got, wanted: { status: 200 } };
  },
  logOut: async (scene: Scene) => {
    const { person, here } = scene;
    const ended = person.browser.copy();
    const got = await person.browser.call(here, "POST", "/api/auth/logout", {});
    person.isSignedIn = false;
    await expectEnded(scene, ended);
    return { got, wanted: { status: 200 } };
  },
  changePassword: async (scene: Scene) => {
    const { clock, person, here, there } = scene;
    const newPassword = `${PASSWORD} ${clock.now()}`;
    const body = { currentPassword: person.password, newPassword };
    const change = () => person.browser.call(here, "PUT", "/api/user/password", body);
    if (!person.isSignedIn) return forMember(person, await change(), {});
    const other = new Browser();
    const login = await logIn(person, other, there);
    const got = { login, change: await change() };
    person.password = newPassword;
    await expectEnded(scene, other);
    return { got, wanted: { login: { status: 200 }, change: { status: 200 } } };
  },
  export: async ({ person, here }: Scene) => {
    const got = await person.browser.call(here, "GET", "/api/user/export");
    const { hearts, isSignedIn } = person;
    const posts = hearts.has("posts/gem1") ? [{ id: "t3_gem1" }] : [];
    const users = hearts.has("users/gemhunter") ? [{ username: "gemhunter" }] : [];
    return { got, wanted: isSignedIn ? { body: { hearts: { users, posts } } } : { status: 401 } };
  },
} satisfies Record<string, (scene: Scene) => Promise<Outcome>>;

const step = fc.record({
  action: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
  who: fc.nat(1),
  here: fc.nat(ISOLATES - 1),
  there: fc.nat(ISOLATES - 1),
  target: fc.constantFrom(...TARGET_NAMES),
  flag: fc.boolean(),
  afterMs: fc.nat(2_000),
  isNewIsolate: fc.boolean(),
});

test(
  "whichever isolate answers and however far the replica lags, people see what they did, and counts are exact",
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 500, 3_000, 20_000, 600_000),
        fc.array(step, { minLength: 20, maxLength: 40 }),
        async (lagMs, steps) => {
          await env.DB.batch(
            ["user_heart", "post_heart", "session", "app_user"].map((table) =>
              env.DB.prepare(`delete from ${table}`),
            ),
          );
          const world = await newWorld(lagMs);
          for (const { action, who, here, there, target, flag, ...rest } of steps) {
            world.clock.advance(rest.afterMs);
            if (rest.isNewIsolate) world.apps[there] = world.isolate();
            const [atHere, atThere] = [world.apps[here]!, world.apps[there]!];
            const person = world.everyone[who]!;
            const { got, wanted } = await ACTIONS[action]({
              ...world,
              person,
              target,
              flag,
              here: atHere,
              there: atThere,
            });
            expect(got, action).toMatchObject(wanted);
          }
          expect(await storedCounts()).toEqual(TARGET_NAMES.map((name) => countOf(world, name)));
        },
      ),
      seeded(8, 0.01),
    ),
  PROPERTY_MS,
);

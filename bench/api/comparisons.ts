import type { Ask } from "./client.ts";
import { migrate, type RunningWorker } from "#tools/runtime.ts";

export interface Comparison {
  name: string;
  bareName: string;
  aim: number;
  ours: Ask[];
  bare: Ask[];
  /** The bare route with the headers of every answer; only for texts, where they are much of the work. */
  withHeaders?: Ask[];
}

const CREATOR = "gemhunter";

async function call(port: number, ask: Ask): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}${ask.path}`, {
    method: ask.method,
    headers: { ...ask.headers, ...(ask.body && { "Content-Type": "application/json" }) },
    ...(ask.body && { body: ask.body }),
  });
  if (!answer.ok) throw new Error(`${ask.method} ${ask.path}: ${answer.status}`);
  return answer;
}

export async function prepareBare({ database, kv }: RunningWorker): Promise<void> {
  await database.prepare("create table bare (id integer primary key, name text, hearts int)").run();
  await database
    .prepare("create table bare_heart (user int, target int, primary key (user, target))")
    .run();
  const rows = Array.from({ length: 1000 }, (_, id) => `(${id}, 'user ${id}', ${id % 97})`);
  await database.prepare(`insert into bare values ${rows.join(",")}`).run();
  await kv.put("page", JSON.stringify("x".repeat(100_000)));
}

const searchAsk: Ask = {
  method: "POST",
  path: "/api/reddit/search",
  body: JSON.stringify({ username: CREATOR, limit: 12 }),
};

interface Found {
  posts: { id: string }[];
}

/** Signs up an account and hearts each post of a page. */
export async function prepareOurs(worker: RunningWorker) {
  await migrate(worker.database);
  const text = await (await call(worker.port, searchAsk)).text();
  const { posts } = JSON.parse(text) as Found;
  const body = JSON.stringify({ username: "bench", password: "a long password", email: "" });
  const signup = await call(worker.port, { method: "POST", path: "/api/auth/signup", body });
  const headers = { Cookie: signup.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const vote = (id: string): Ask => ({
    method: "POST",
    path: `/api/leaderboard/posts/${id}/vote`,
    headers,
  });
  for (const { id } of posts) await call(worker.port, vote(id));
  await call(worker.port, { ...vote(CREATOR), path: `/api/leaderboard/users/${CREATOR}/vote` });
  const board = await (await call(worker.port, boardAsk)).text();
  return { posts, headers, sizes: { search: text.length, board: board.length } };
}

const boardAsk: Ask = { method: "GET", path: "/api/leaderboard/users?limit=50" };
const get = (path: string): Ask => ({ method: "GET", path });

type Facts = Awaited<ReturnType<typeof prepareOurs>>;

function textComparisons({ sizes }: Facts): Comparison[] {
  return [
    {
      name: "search page, warm",
      bareName: "static JSON of its size",
      aim: 0.85,
      ours: [searchAsk],
      bare: [{ ...searchAsk, path: `/static/${sizes.search}` }],
      withHeaders: [{ ...searchAsk, path: `/with-headers/static/${sizes.search}` }],
    },
    {
      name: "leaderboard of 50, warm",
      bareName: "static JSON of its size",
      aim: 0.8,
      ours: [boardAsk],
      bare: [get(`/static/${sizes.board}`)],
      withHeaders: [get(`/with-headers/static/${sizes.board}`)],
    },
    {
      name: "status, signed out",
      bareName: "static JSON",
      aim: 0.9,
      ours: [get("/api/auth/status")],
      bare: [get("/hello")],
      withHeaders: [get("/with-headers/hello")],
    },
    {
      name: "search page from KV",
      bareName: "one KV get of 100 KB",
      aim: 0.8,
      ours: [{ ...searchAsk, headers: { "X-Bench-Forget": "1" } }],
      bare: [{ ...searchAsk, path: "/kv" }],
    },
  ];
}

/** Gives a heart and takes it back, alternately. */
const METHODS = ["POST", "DELETE"];

function databaseComparisons({ posts, headers }: Facts): Comparison[] {
  const items = posts.slice(0, 12).map(({ id }) => ({ type: "post", id }));
  const heart = `/api/leaderboard/posts/${posts[0]?.id}/vote`;
  const { body } = searchAsk;
  return [
    {
      name: "status, signed in",
      bareName: "one indexed D1 select",
      aim: 0.85,
      ours: [{ ...get("/api/auth/status"), headers }],
      bare: [get("/select")],
    },
    {
      name: "vote-status of 12, signed in",
      bareName: "one D1 select of 25 rows",
      aim: 0.8,
      ours: [
        {
          method: "POST",
          path: "/api/leaderboard/vote-status",
          headers,
          body: JSON.stringify({ items }),
        },
      ],
      bare: [{ method: "POST", path: "/select25", body: body ?? "" }],
    },
    {
      name: "heart toggle",
      bareName: "one D1 batch of two",
      aim: 0.75,
      ours: METHODS.map((method) => ({ method, path: heart, headers })),
      bare: METHODS.map((method) => ({ method, path: "/toggle" })),
    },
  ];
}

export const comparisons = (facts: Facts): Comparison[] => [
  ...textComparisons(facts),
  ...databaseComparisons(facts),
];

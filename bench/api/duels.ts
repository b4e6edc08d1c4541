import type { Ask } from "./client.ts";
import { migrate, type RunningWorker } from "#tools/runtime.ts";

export interface Duel {
  name: string;
  floorName: string;
  aim: number;
  ours: Ask[];
  floor: Ask[];
  /** The floor with the headers of every answer; only for texts, where they are much of the work. */
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

export async function prepareFloor({ database, kv }: RunningWorker): Promise<void> {
  await database
    .prepare("create table floor (id integer primary key, name text, hearts int)")
    .run();
  await database
    .prepare("create table floor_heart (user int, target int, primary key (user, target))")
    .run();
  const rows = Array.from({ length: 1000 }, (_, id) => `(${id}, 'user ${id}', ${id % 97})`);
  await database.prepare(`insert into floor values ${rows.join(",")}`).run();
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

function textDuels({ sizes }: Facts): Duel[] {
  return [
    {
      name: "search page, warm",
      floorName: "static JSON of its size",
      aim: 0.85,
      ours: [searchAsk],
      floor: [{ ...searchAsk, path: `/static/${sizes.search}` }],
      withHeaders: [{ ...searchAsk, path: `/with-headers/static/${sizes.search}` }],
    },
    {
      name: "leaderboard of 50, warm",
      floorName: "static JSON of its size",
      aim: 0.8,
      ours: [boardAsk],
      floor: [get(`/static/${sizes.board}`)],
      withHeaders: [get(`/with-headers/static/${sizes.board}`)],
    },
    {
      name: "status, signed out",
      floorName: "static JSON",
      aim: 0.9,
      ours: [get("/api/auth/status")],
      floor: [get("/hello")],
      withHeaders: [get("/with-headers/hello")],
    },
    {
      name: "search page from KV",
      floorName: "one KV get of 100 KB",
      aim: 0.8,
      ours: [{ ...searchAsk, headers: { "X-Bench-Forget": "1" } }],
      floor: [{ ...searchAsk, path: "/kv" }],
    },
  ];
}

/** Gives a heart and takes it back, alternately. */
const METHODS = ["POST", "DELETE"];

function databaseDuels({ posts, headers }: Facts): Duel[] {
  const items = posts.slice(0, 12).map(({ id }) => ({ type: "post", id }));
  const heart = `/api/leaderboard/posts/${posts[0]?.id}/vote`;
  const { body } = searchAsk;
  return [
    {
      name: "status, signed in",
      floorName: "one indexed D1 select",
      aim: 0.85,
      ours: [{ ...get("/api/auth/status"), headers }],
      floor: [get("/select")],
    },
    {
      name: "vote-status of 12, signed in",
      floorName: "one D1 select of 25 rows",
      aim: 0.8,
      ours: [
        {
          method: "POST",
          path: "/api/leaderboard/vote-status",
          headers,
          body: JSON.stringify({ items }),
        },
      ],
      floor: [{ method: "POST", path: "/select25", body: body ?? "" }],
    },
    {
      name: "heart toggle",
      floorName: "one D1 batch of two",
      aim: 0.75,
      ours: METHODS.map((method) => ({ method, path: heart, headers })),
      floor: METHODS.map((method) => ({ method, path: "/toggle" })),
    },
  ];
}

export const duels = (facts: Facts): Duel[] => [...textDuels(facts), ...databaseDuels(facts)];

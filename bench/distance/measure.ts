import { median } from "#tools/numbers.ts";
import { SHOWCASE, type SampleName } from "#sample/names.ts";
import type { RunningWorker } from "#tools/runtime.ts";

export const DISTANCES = [0, 80, 150, 280] as const;

export interface Figures {
  /** Milliseconds until head, body and search answer are complete, with warm lists and unread counts. */
  head: number;
  body: number;
  search: number;
  /** A search whose counts were read in the last two seconds. */
  searchAgain: number;
  /** A search for an uncached creator; the source answers at once. */
  coldSearch: number;
  /** The same as an isolate's first request, without token or rate limit of its source. */
  firstSearch: number;
  status: number;
  /** The first signed-in read of an isolate. */
  firstStatus: number;
  vote: number;
  /** The number of ten pages whose first view had posts. */
  withPosts: number;
}

const CREATORS: readonly SampleName[] = [...SHOWCASE, "velvet_hours", "oddments"];
const REPEATS = 15;
let places = 0;

interface Caller {
  served: RunningWorker;
  place: string;
  cookie: string;
}

function send({ served, place, cookie }: Caller, method: string, path: string, body?: object) {
  return fetch(`http://127.0.0.1:${served.port}${path}`, {
    method,
    headers: {
      "X-Bench-Place": place,
      // With compression, the local server would hold the head back until the body is complete.
      "Accept-Encoding": "identity",
      ...(cookie && { Cookie: cookie }),
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const search = async (caller: Caller, username: string) =>
  (await send(caller, "POST", "/api/reddit/search", { username, limit: 12 })).text();

async function measureUserPage(caller: Caller, username: string) {
  const startedAt = performance.now();
  const answer = await send(caller, "GET", `/user/${username}`);
  let text = "";
  let head = 0;
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (head === 0 && text.includes("</head>")) head = performance.now() - startedAt;
  }
  const hasPosts = text.includes('"mediaType"');
  return { head, body: performance.now() - startedAt, hasPosts };
}

export async function signUp(served: RunningWorker, username: string): Promise<string> {
  const caller = { served, place: "0", cookie: "" };
  const answer = await send(caller, "POST", "/api/auth/signup", {
    username,
    password: "a long password",
  });
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function repeated(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < REPEATS; count += 1) times.push(await timed(work));
  return median(times);
}

/** A location with boards and adult communities in memory, but no counts. */
async function newPlace(served: RunningWorker, kind: string): Promise<Caller> {
  places += 1;
  const caller = { served, place: `${kind} ${places}`, cookie: "" };
  await search(caller, "quarry_talk");
  await measureUserPage(caller, "quarry_talk");
  return caller;
}

async function measurePages(served: RunningWorker, kind: string) {
  const caller = await newPlace(served, kind);
  const pages: Awaited<ReturnType<typeof measureUserPage>>[] = [];
  for (const name of CREATORS) pages.push(await measureUserPage(caller, name));
  return {
    head: median(pages.map(({ head }) => head)),
    body: median(pages.map(({ body }) => body)),
    withPosts: pages.filter(({ hasPosts }) => hasPosts).length,
  };
}

async function measureSearches(served: RunningWorker, kind: string) {
  const caller = await newPlace(served, kind);
  const times: number[] = [];
  for (const name of CREATORS) times.push(await timed(() => search(caller, name)));
  await search(caller, "gemhunter");
  return {
    search: median(times),
    searchAgain: await repeated(() => search(caller, "gemhunter")),
  };
}

async function coldSearch(caller: Caller, username: string): Promise<number> {
  const startedAt = performance.now();
  const text = await search(caller, username);
  const ms = performance.now() - startedAt;
  if (!text.includes('"mediaType"')) throw new Error(`a cold search failed: ${text}`);
  return ms;
}

async function measureColdSearches(served: RunningWorker, kind: string) {
  const firsts: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    places += 1;
    const caller = { served, place: `${kind} cold ${places}`, cookie: "" };
    firsts.push(await coldSearch(caller, "gemhunter"));
  }
  const caller = await newPlace(served, `${kind} cold`);
  const times: number[] = [];
  for (const name of CREATORS) times.push(await coldSearch(caller, name));
  return { coldSearch: median(times), firstSearch: median(firsts) };
}

async function measureMember(served: RunningWorker, kind: string, cookie: string) {
  const firsts: number[] = [];
  const status = (caller: Caller) =>
    send(caller, "GET", "/api/auth/status").then((one) => one.text());
  for (let count = 0; count < 5; count += 1) {
    const fresh = { ...(await newPlace(served, kind)), cookie };
    firsts.push(await timed(() => status(fresh)));
  }
  const caller = { ...(await newPlace(served, kind)), cookie };
  await status(caller);
  let given = 0;
  const vote = async () => {
    given += 1;
    const method = given % 2 === 1 ? "POST" : "DELETE";
    const answer = await send(caller, method, "/api/leaderboard/users/gemhunter/vote");
    if (!answer.ok) throw new Error(`a vote failed: ${answer.status} ${await answer.text()}`);
    await answer.text();
  };
  await vote();
  return {
    firstStatus: median(firsts),
    status: await repeated(() => status(caller)),
    vote: await repeated(vote),
  };
}

export async function measureAt(
  served: RunningWorker,
  ms: number,
  replication: "replicated" | "single",
  cookie: string,
): Promise<Figures> {
  const kind = `${ms} ${replication}`;
  const warm = { served, place: "0", cookie: "" };
  for (const name of [...CREATORS, "quarry_talk"]) await search(warm, name);
  return {
    ...(await measurePages(served, kind)),
    ...(await measureSearches(served, kind)),
    ...(await measureColdSearches(served, kind)),
    ...(await measureMember(served, kind, cookie)),
  };
}

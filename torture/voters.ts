import type { SearchResponse } from "#schema/api/posts.ts";
import type { Caller, Reply } from "./caller.ts";

export interface Target {
  type: "users" | "posts";
  id: string;
}

/** What the server has acknowledged to one person, and what it may have done unacknowledged. */
export interface Voter {
  name: string;
  cookie: string;
  voted: Map<string, boolean>;
  unsure: Set<string>;
}

const PASSWORD = "correct horse 9";

export async function signUpAll(caller: Caller, count: number, prefix: string): Promise<Voter[]> {
  const voters: Voter[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `${prefix}_${index}`;
    const body = { username: name, password: PASSWORD };
    const { status, text, cookie } = await caller.call({
      method: "POST",
      path: "/api/auth/signup",
      body,
    });
    if (status !== 201) throw new Error(`sign-up answered ${status}: ${text}`);
    voters.push({ name, cookie, voted: new Map(), unsure: new Set() });
  }
  return voters;
}

export async function findTargets(
  caller: Caller,
  username: string,
  posts: number,
): Promise<Target[]> {
  const body = { username, limit: posts };
  const answer = await caller.call({ method: "POST", path: "/api/reddit/search", body });
  const found = JSON.parse(answer.text) as SearchResponse;
  return [
    { type: "users", id: username },
    ...found.posts.map(({ id }): Target => ({ type: "posts", id })),
  ];
}

export const keyOf = ({ type, id }: Target): string => `${type}/${id}`;

/** Presses a heart and keeps the books: what was acknowledged, and what may or may not have happened. */
export async function press(caller: Caller, voter: Voter, target: Target): Promise<Reply> {
  const key = keyOf(target);
  const wanted = !(voter.voted.get(key) ?? false);
  voter.unsure.add(key);
  const reply = await caller.call({
    method: wanted ? "POST" : "DELETE",
    path: `/api/leaderboard/${target.type}/${encodeURIComponent(target.id)}/vote`,
    cookie: voter.cookie,
  });
  if (reply.status === 200) {
    voter.voted.set(key, wanted);
    voter.unsure.delete(key);
  }
  return reply;
}

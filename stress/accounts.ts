import type { SearchResponse } from "#schema/api/search.ts";
import type { ApiClient, Reply } from "./api-client.ts";

export interface Target {
  type: "users" | "posts";
  id: string;
}

/** A signed-in account with its acknowledged hearts. */
export interface Account {
  name: string;
  cookie: string;
  hearted: Map<string, boolean>;
  /** Targets with a change that was sent but not acknowledged, so its outcome is unknown. */
  unacknowledged: Set<string>;
}

export const PASSWORD = "correct horse 9";

export async function signUpAccounts(
  client: ApiClient,
  count: number,
  prefix: string,
): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `${prefix}_${index}`;
    const body = { username: name, password: PASSWORD };
    const { status, text, cookie } = await client.send({
      method: "POST",
      path: "/api/auth/signup",
      body,
    });
    if (status !== 201) throw new Error(`sign-up answered ${status}: ${text}`);
    accounts.push({ name, cookie, hearted: new Map(), unacknowledged: new Set() });
  }
  return accounts;
}

export async function findTargets(
  client: ApiClient,
  username: string,
  posts: number,
): Promise<Target[]> {
  const body = { username, limit: posts };
  const answer = await client.send({ method: "POST", path: "/api/reddit/search", body });
  const found = JSON.parse(answer.text) as SearchResponse;
  return [
    { type: "users", id: username },
    ...found.posts.map(({ id }): Target => ({ type: "posts", id })),
  ];
}

export const keyOf = ({ type, id }: Target): string => `${type}/${id}`;

export interface HeartToggle {
  method: "POST" | "DELETE";
  path: string;
  acknowledge(): void;
}

/** Gives or takes back a heart; until `acknowledge` its outcome counts as unknown. */
export function planToggle(account: Account, target: Target): HeartToggle {
  const { type, id } = target;
  const key = keyOf(target);
  const wanted = !(account.hearted.get(key) ?? false);
  account.unacknowledged.add(key);
  return {
    method: wanted ? "POST" : "DELETE",
    path: `/api/leaderboard/${type}/${encodeURIComponent(id)}/vote`,
    acknowledge: () => {
      account.hearted.set(key, wanted);
      account.unacknowledged.delete(key);
    },
  };
}

export async function toggleHeart(
  client: ApiClient,
  account: Account,
  target: Target,
): Promise<Reply> {
  const { method, path, acknowledge } = planToggle(account, target);
  const reply = await client.send({ method, path, cookie: account.cookie });
  if (reply.status === 200) acknowledge();
  return reply;
}

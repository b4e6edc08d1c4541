import type { Caller, Reply } from "./caller.ts";
import { press, type Target, type Voter } from "./voters.ts";

export const KINDS = ["search", "leaderboard", "status", "vote"] as const;
export type Kind = (typeof KINDS)[number];
export type Act = (kind: Kind, voter: Voter, pick: () => number) => Promise<Reply>;

export const CREATOR = "gemhunter";
/** A first page, a next one, other sorts and other people, as visitors do. */
const SEARCHES = [
  { username: CREATOR, limit: 12 },
  { username: CREATOR, limit: 12, sortBy: "top" },
  { username: "northlight", limit: 12 },
  { username: "northlight", limit: 24, sortBy: "hot" },
];

export function kindOf(share: number): Kind {
  if (share < 0.7) return "search";
  if (share < 0.85) return "leaderboard";
  return share < 0.95 ? "status" : "vote";
}

export const oneOf = <T>(list: readonly T[], share: number): T => {
  const found = list[Math.floor(share * list.length)];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
};

/** What visitors do, of our Worker. */
export function onOurs(caller: Caller, targets: Target[]): Act {
  return (kind, voter, pick) => {
    const { cookie } = voter;
    switch (kind) {
      case "search": {
        const body = oneOf(SEARCHES, pick());
        return caller.call({ method: "POST", path: "/api/reddit/search", body, cookie });
      }
      case "leaderboard": {
        const type = oneOf(["users", "posts"], pick());
        return caller.call({ path: `/api/leaderboard/${type}?limit=50`, cookie });
      }
      case "status":
        return caller.call({ path: "/api/auth/status", cookie });
      case "vote":
        return press(caller, voter, oneOf(targets, pick()));
    }
  };
}

/** As many bytes and as many journeys to the database, of a Worker that does nothing else. */
export function onFloor(caller: Caller, sizes: { search: number; leaderboard: number }): Act {
  return (kind, _, pick) => {
    switch (kind) {
      case "search":
        return caller.call({ method: "POST", path: `/static/${sizes.search}`, body: SEARCHES[0] });
      case "leaderboard":
        return caller.call({ path: `/static/${sizes.leaderboard}` });
      case "status":
        return caller.call({ path: "/select" });
      case "vote":
        return caller.call({ method: oneOf(["POST", "DELETE"], pick()), path: "/toggle" });
    }
  };
}

export type Times = Record<Kind, number[]>;

export interface Tally {
  times: Times;
  seconds: number;
  bad: Map<string, number>;
}

const MOST_OF_AN_ERROR = 80;

export interface Shape {
  seconds: number;
  /** Between two presses of one visitor, up to this. 0: none, and a queue is what is measured. */
  longestPauseMs: number;
}

/** Every voter has a connection, and asks again as soon as the answer and the pause are over. */
export async function crowd(
  act: Act,
  voters: Voter[],
  pick: () => number,
  { seconds, longestPauseMs }: Shape,
): Promise<Tally> {
  const tally: Tally = {
    times: { search: [], leaderboard: [], status: [], vote: [] },
    seconds,
    bad: new Map(),
  };
  const note = (what: string) => tally.bad.set(what, (tally.bad.get(what) ?? 0) + 1);
  const once = async (voter: Voter) => {
    const kind = kindOf(pick());
    try {
      const { status, ms, text } = await act(kind, voter, pick);
      tally.times[kind].push(ms);
      if (status !== 200) note(`${kind} ${status} ${text.slice(0, MOST_OF_AN_ERROR)}`);
    } catch (error) {
      note(`${kind} ${String(error)}`);
    }
  };
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    voters.map(async (voter) => {
      while (performance.now() < until) {
        if (longestPauseMs > 0)
          await new Promise((resolve) => setTimeout(resolve, pick() * longestPauseMs));
        await once(voter);
      }
    }),
  );
  return tally;
}

export const sorted = ({ times }: Tally): number[] =>
  KINDS.flatMap((kind) => times[kind]).toSorted((a, b) => a - b);

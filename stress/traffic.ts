import autocannon, { type Request } from "autocannon";
import { keyOf, planToggle, type Account, type Target } from "./accounts.ts";

export const CREATOR = "gemhunter";
/** The first page, the next one, other sorts and another creator. */
const SEARCHES = [
  { username: CREATOR, limit: 12 },
  { username: CREATOR, limit: 12, sortBy: "top" },
  { username: "northlight", limit: 12 },
  { username: "northlight", limit: 24, sortBy: "hot" },
];
/** Each visitor repeats its own sequence of this length. */
const SEQUENCE = 100;
const TIMEOUT_SECONDS = 30;
const MAX_ERROR_LENGTH = 80;

type Kind = "search" | "leaderboard" | "status" | "vote";

function chooseKind(share: number): Kind {
  if (share < 0.7) return "search";
  if (share < 0.85) return "leaderboard";
  return share < 0.95 ? "status" : "vote";
}

const pickFrom = <T>(list: readonly T[], share: number): T => {
  const found = list[Math.floor(share * list.length)];
  if (found === undefined) throw new Error("the list is empty");
  return found;
};

const post = (path: string, body: unknown, cookie?: string): Request => ({
  method: "POST",
  path,
  body: JSON.stringify(body),
  headers: { "content-type": "application/json", ...(cookie && { cookie }) },
});

/**
 * Method and path are set when the request is sent, because they depend on earlier answers. A heart with a lost answer
 * is not acknowledged again: the lost request may still be carried out, after later ones.
 */
function toggleRequest(account: Account, target: Target): Request {
  let acknowledge = () => {};
  return {
    headers: { cookie: account.cookie },
    setupRequest: (request) => {
      const isCertain = !account.unacknowledged.has(keyOf(target));
      const toggle = planToggle(account, target);
      acknowledge = isCertain ? toggle.acknowledge : () => {};
      return { ...request, method: toggle.method, path: toggle.path };
    },
    onResponse: (status) => {
      if (status === 200) acknowledge();
    },
  };
}

/** Makes a visitor's request of a kind. */
export type RequestOf = (kind: Kind, account: Account, random: () => number) => Request;

export const workerRequests =
  (targets: Target[]): RequestOf =>
  (kind, account, random) => {
    const headers = { cookie: account.cookie };
    switch (kind) {
      case "search":
        return post("/api/reddit/search", pickFrom(SEARCHES, random()), account.cookie);
      case "leaderboard":
        return {
          path: `/api/leaderboard/${pickFrom(["users", "posts"], random())}?limit=50`,
          headers,
        };
      case "status":
        return { path: "/api/auth/status", headers };
      case "vote":
        return toggleRequest(account, pickFrom(targets, random()));
    }
  };

/** Requests to bench/inside/bare-routes.ts with responses of the same size and the same number of queries. */
export const bareRequests =
  (sizes: { search: number; leaderboard: number }): RequestOf =>
  (kind, _, random) => {
    switch (kind) {
      case "search":
        return post(`/static/${sizes.search}`, SEARCHES[0]);
      case "leaderboard":
        return { path: `/static/${sizes.leaderboard}` };
      case "status":
        return { path: "/select" };
      case "vote":
        return { path: "/toggle", method: pickFrom(["POST", "DELETE"], random()) };
    }
  };

export interface Traffic {
  url: string;
  requestOf: RequestOf;
  accounts: Account[];
  random: () => number;
  seconds: number;
  /** Per visitor. Without it the next request follows the response at once. */
  requestsPerSecond?: number;
}

export interface TrafficResult {
  milliseconds: number[];
  seconds: number;
  /** Numbers of responses other than 200, and of timeouts. */
  failures: Map<string, number>;
  disconnects: number;
}

/** One autocannon instance per visitor, so that their rates do not start at the same time. */
async function sendAsVisitor(traffic: Traffic, account: Account, result: TrafficResult) {
  const { url, requestOf, random, seconds, requestsPerSecond } = traffic;
  const addFailure = (name: string) =>
    result.failures.set(name, (result.failures.get(name) ?? 0) + 1);
  const requests = Array.from({ length: SEQUENCE }, (): Request => {
    const kind = chooseKind(random());
    const request = requestOf(kind, account, random);
    const onResponse = typeof request.onResponse === "function" ? request.onResponse : undefined;
    return {
      ...request,
      onResponse: (status, body, context, headers) => {
        onResponse?.(status, body, context, headers);
        if (status !== 200) addFailure(`${kind} ${status} ${body.slice(0, MAX_ERROR_LENGTH)}`);
      },
    };
  });
  if (requestsPerSecond) await new Promise((resolve) => setTimeout(resolve, random() * 1000));
  const options = { connections: 1, duration: seconds, timeout: TIMEOUT_SECONDS, requests };
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      { ...options, url, connectionRate: requestsPerSecond },
      (error: Error | null) => (error ? reject(error) : resolve()),
    );
    instance.on("response", (_client, _status, _bytes, ms) => result.milliseconds.push(ms));
    instance.on("reqError", (error: Error) => {
      if ("code" in error && error.code === "ECONNRESET") result.disconnects += 1;
      else addFailure(String(error));
    });
  });
}

export async function sendTraffic(traffic: Traffic): Promise<TrafficResult> {
  const result = {
    milliseconds: [],
    seconds: traffic.seconds,
    failures: new Map(),
    disconnects: 0,
  };
  await Promise.all(traffic.accounts.map((one) => sendAsVisitor(traffic, one, result)));
  return result;
}

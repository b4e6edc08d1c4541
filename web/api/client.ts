import { environmentFor } from "#schema/environment.ts";
import { parseJson } from "#schema/parse-json.ts";
import { pause } from "#web/lib/pause.ts";
import { readStored } from "#web/lib/stored.ts";
import { ApiError, isErrorBody, isRefusal } from "./api-error.ts";
import { reportAuthLost } from "./auth-lost.ts";
import { rememberUser } from "./user-data.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface RequestOptions {
  method?: Method;
  body?: unknown;
  signal?: AbortSignal;
  /** Marks a POST that changes nothing: after a failure it is repeated like a GET. */
  isRead?: boolean;
  /** In place of the environment's, for an answer of any length. A call that reaches it is not repeated. */
  timeoutMs?: number;
}

export const ADMIN_TOKEN = "adminToken";

const RETRYABLE = new Set([0, 502, 503, 504]);

const environment = environmentFor(globalThis.location?.hostname ?? "localhost");

function needsAdminToken(path: string, method: Method): boolean {
  return path.includes("/api/admin") || (path.startsWith("/api/feedback") && method !== "POST");
}

const headersFor = (token: string | null, hasBody: boolean): Record<string, string> => ({
  accept: "application/json",
  ...(hasBody && { "content-type": "application/json" }),
  ...(token && { authorization: `Bearer ${token}` }),
});

function errorOf(response: Response, body: unknown): ApiError {
  const { status, statusText } = response;
  if (!isErrorBody(body)) {
    return new ApiError({ status, code: null, detail: statusText, body });
  }
  return new ApiError({
    status,
    code: body.error ?? null,
    sentence: body.message,
    fields: body.fields,
    body,
    retryAfter: Number(response.headers.get("retry-after")) || null,
  });
}

function networkError(cause: unknown): ApiError {
  const isTimeout = cause instanceof DOMException && cause.name === "TimeoutError";
  return new ApiError({ status: 0, code: isTimeout ? "client.timeout" : "client.network" });
}

interface Attempt extends RequestOptions {
  method: Method;
  token: string | null;
}

async function sendOnce<T>(path: string, { method, token, ...options }: Attempt): Promise<T> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? environment.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let response: Response;
  let text: string;
  try {
    response = await fetch(environment.apiBase + path, {
      method,
      credentials: "include",
      // A change is sent even if its tab closes. Not a POST with a body: browsers limit all such bodies to 64 KB.
      keepalive: method !== "GET" && (method !== "POST" || options.body === undefined),
      headers: headersFor(token, options.body !== undefined),
      body: JSON.stringify(options.body),
      signal,
    });
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw networkError(error);
  }
  const body = parseJson(text);
  if (!response.ok || isRefusal(body)) throw errorOf(response, body);
  if (body === undefined)
    throw new ApiError({ status: response.status, code: "client.bad_answer" });
  return body as T;
}

/**
 * A 401 means that a sign-in has ended, except for wrong credentials at login. It is ignored if the sign-in of the call
 * is no longer the page's: a newer login or a logout replaced it meanwhile.
 */
function reportLostAuth(error: ApiError, isAdmin: boolean, isStillOurs: () => boolean): void {
  if (error.status !== 401 || error.code?.endsWith(".invalid_credentials")) return;
  if (isStillOurs()) reportAuthLost(isAdmin ? "admin" : "session");
}

const backoff = (attempt: number) => pause(300 * 2 ** attempt + Math.random() * 200);

/** One verbose console line per attempt, never the body, which can hold a password or a token. */
function startLog(method: Method, path: string, attempt: number) {
  const started = performance.now();
  return (outcome: string): void => {
    const ms = Math.round(performance.now() - started);
    // oxlint-disable-next-line eslint/no-console -- the debug log itself
    console.debug(`${method} ${path}, try ${attempt + 1}, ${ms} ms: ${outcome}`);
  };
}

/** Every call to the API goes through this function: time limit, credentials, retries of reads, ApiError. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { method = "GET", isRead = method === "GET" } = options;
  const retries = isRead ? environment.retries : 0;
  const isAdmin = needsAdminToken(path, method);
  const token = isAdmin ? readStored("local", ADMIN_TOKEN) : null;
  const isStillOurs = isAdmin ? () => token === readStored("local", ADMIN_TOKEN) : rememberUser();
  for (let attempt = 0; ; attempt += 1) {
    const logEnd = environment.flags.debug ? startLog(method, path, attempt) : null;
    try {
      const answer = await sendOnce<T>(path, { ...options, method, token });
      logEnd?.("ok");
      return answer;
    } catch (error) {
      logEnd?.(String(error));
      if (!(error instanceof ApiError)) throw error;
      reportLostAuth(error, isAdmin, isStillOurs);
      const isOver = options.timeoutMs && error.code === "client.timeout";
      if (!RETRYABLE.has(error.status) || attempt >= retries || isOver) throw error;
      await backoff(attempt);
      // The session has changed: the answer would be another account's.
      if (!isStillOurs()) throw error;
    }
  }
}

/** `["api", "leaderboard", "users", { limit: 50 }]` becomes `/api/leaderboard/users?limit=50`. */
export function pathOfKey(key: readonly unknown[]): string {
  const parts: string[] = [];
  const query = new URLSearchParams();
  for (const part of key) {
    if (typeof part === "object" && part !== null) {
      for (const [name, value] of Object.entries(part)) {
        if (value !== undefined && value !== null) query.set(name, String(value));
      }
    } else {
      parts.push(encodeURIComponent(String(part)));
    }
  }
  const search = query.toString();
  return `/${parts.join("/")}${search ? `?${search}` : ""}`;
}

import * as z from "zod/mini";
import { SORTS } from "./choices.ts";
import { POST_ID, SHORT_ID } from "./reddit-id.ts";
import { REDDIT_NAME } from "./username.ts";

const username = z.string().check(z.regex(REDDIT_NAME));

/** The requests that a page may send to the companion: a closed list without addresses. Extra fields are refused. */
const companionRequest = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("hello") }),
  z.strictObject({
    type: z.literal("listing"),
    username,
    sort: z.enum(SORTS),
    /** The last post of the previous batch, with its prefix; null for the first batch. */
    after: z.nullable(z.string().check(z.regex(POST_ID))),
  }),
  z.strictObject({ type: z.literal("about"), username }),
  z.strictObject({
    type: z.literal("post"),
    /** Without its prefix. */
    id: z.string().check(z.regex(SHORT_ID)),
  }),
]);

export const companionMessage = z.strictObject({
  unearth: z.literal(1),
  /** Repeated in the answer. */
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  ask: companionRequest,
});

export type CompanionRequest = z.infer<typeof companionRequest>;
export type CompanionMessage = z.infer<typeof companionMessage>;

/**
 * `rate_limited`: Reddit asked for a pause; from older companions also for `busy`. `busy`: too many calls wait in the
 * companion, and nothing was asked of Reddit. `gone`: the companion was updated or removed since the page was opened,
 * or did not answer.
 */
export type CompanionReason = "signed_out" | "blocked" | "rate_limited" | "busy" | "off" | "gone";

export interface CompanionRefusal {
  ok: false;
  reason: CompanionReason;
  /** Until this time, in epoch milliseconds, further requests are refused too. */
  until?: number;
}

export type RedditJson = Record<string, unknown>;

/** Reddit's JSON without its fields about the visitor. */
type RedditResult<T> =
  | ({ state: "ok" } & T)
  /** 404 in JSON: unknown, or deleted. */
  | { state: "missing" }
  /** 403 in JSON: a profile that hides its posts. */
  | { state: "forbidden" };

export interface CompanionBodies {
  hello: { version: string };
  listing: RedditResult<{
    /** t3 objects. */
    children: RedditJson[];
    after: string | null;
    /** The number of posts that the companion left out, because they are not public; absent from older companions. */
    withheld?: number;
  }>;
  /** A t2 object. */
  about: RedditResult<{ user: RedditJson }>;
  /** A t3 object. */
  post: RedditResult<{ post: RedditJson }>;
}

export type CompanionAnswer<Type extends CompanionRequest["type"] = CompanionRequest["type"]> =
  | { ok: true; body: CompanionBodies[Type] }
  | CompanionRefusal;

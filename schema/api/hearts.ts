import * as z from "zod/mini";
import { MEDIA_TYPES } from "../media.ts";
import { MAX_ORIGINS } from "../crosspost-origin.ts";
import { POST_ID } from "../reddit-id.ts";
import { REDDIT_PICTURE } from "../reddit-picture.ts";
import { REDDIT_NAME } from "../username.ts";
import {
  BAD_POST_ID,
  BAD_USERNAME,
  emptyAsAbsent,
  emptyAsDefault,
  patternField,
} from "./fields.ts";

const TARGET_TYPES = ["user", "post"] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** A Reddit name of 3 to 20 characters, or a stored id with a lower-case prefix: T2_abc is a name. */
const USER_TARGET = /^(?:t2_[a-z0-9]{1,13}|[A-Za-z0-9_-]{3,20})$/;
/** A Reddit post id, prefix optional. */
export const POST_TARGET = /^(?:t3_)?[a-z0-9]{1,13}$/;

export function isTargetId(type: TargetType, id: string): boolean {
  return (type === "user" ? USER_TARGET : POST_TARGET).test(id);
}

/** The error of an id that isTargetId() refuses. */
export const badTarget = (type: TargetType): string =>
  type === "user" ? BAD_USERNAME : BAD_POST_ID;

export interface VoteResponse {
  success: true;
  voted: boolean;
  heartCount: number;
  message: string;
  /** The source does not know the post yet: until then the heart counts for its account only. */
  isWaiting?: true;
}

/** Rejects milliseconds and times before Reddit. */
const isSecond = (value: number) => Number.isInteger(value) && value > 1e9 && value < 1e12;
const badField = (what: string) => ({ error: `That is no ${what} of a post` });
const textField = (what: string, pattern: RegExp) => patternField(pattern, badField(what).error);

const originId = textField("origin", POST_ID);
const originAuthor = textField("origin", /^[\w-]{0,30}$/);
const originCommunity = textField("origin", /^(?:[\w-]{0,30}|reddit\.com)$/);
const origin = z.object(
  { id: originId, author: originAuthor, subreddit: originCommunity },
  badField("origin"),
);

/**
 * The fields of a post that the source does not know, as the visitor's browser sends them: enough to show it to its
 * account and to compare it with the source later. Other fields are dropped.
 */
export const vouchedPost = z.object({
  username: textField("author", REDDIT_NAME),
  title: textField("title", /^\P{Cs}{1,300}$/u),
  subreddit: textField("community", /^(?:[\w-]{2,30}|reddit\.com)$/),
  /** Epoch seconds. */
  created: z.number(badField("time")).check(z.refine(isSecond, badField("time"))),
  isNsfw: z.boolean(badField("mark")),
  isSpoiler: z.boolean(badField("mark")),
  mediaType: z.enum(MEDIA_TYPES, badField("media type")),
  thumbnailUrl: emptyAsAbsent(textField("picture", REDDIT_PICTURE)),
  origins: emptyAsAbsent(
    z.array(origin, badField("origin")).check(z.maxLength(MAX_ORIGINS, badField("origin"))),
  ),
});
export type VouchedPost = z.output<typeof vouchedPost>;

const MAX_ITEMS = 100;

const voteStatusItems = z.object({
  /** The users' places on the board come with the answer. */
  ranks: emptyAsAbsent(z.boolean({ error: "Ranks must be true or false" })),
  /** The items are posts of this user's, from a source that the server did not ask: it adds what it knows of them. */
  creator: emptyAsAbsent(patternField(REDDIT_NAME, BAD_USERNAME)),
  items: emptyAsDefault(
    z
      .array(
        z
          .object(
            {
              type: z.enum(TARGET_TYPES, { error: "Type must be user or post" }),
              id: z.string({ error: "Id must be a string" }),
            },
            { error: "An item has a type and an id" },
          )
          .check(
            z.superRefine(({ type, id: input }, ctx) => {
              if (isTargetId(type, input)) return;
              ctx.addIssue({ code: "custom", message: badTarget(type), input, path: ["id"] });
            }),
          ),
        { error: "Items must be a list" },
      )
      .check(z.maxLength(MAX_ITEMS, { error: "At most 100 items at once" })),
    [],
  ),
  /** What posts of such a listing were crossposted from. */
  origins: emptyAsAbsent(
    z
      .array(z.object({ id: originId, author: originAuthor }, badField("origin")), {
        error: "Origins must be a list",
      })
      .check(z.maxLength(MAX_ITEMS * MAX_ORIGINS, { error: "At most 500 origins at once" })),
  ),
});

export const voteStatusRequest = voteStatusItems.check(
  z.refine(({ creator, items }) => creator !== undefined || items.length > 0, {
    error: "Name at least one item",
    path: ["items"],
  }),
  z.refine(({ creator, items }) => !creator || items.every(({ type }) => type === "post"), {
    error: "A listing has only posts",
    path: ["items"],
  }),
);
export type VoteStatusRequest = z.output<typeof voteStatusRequest>;

export interface VoteStatusItem {
  type: TargetType;
  /** As in the request. */
  id: string;
  voted: boolean;
  heartCount: number;
  /** Place on the current board, for users if `ranks` is set, and for posts of a listing. */
  rank?: number | null;
}

/**
 * The server's additions to a listing that the companion fetched. The request has only the creator's name, the posts'
 * ids, and ids and authors of origins.
 */
export interface ListingStatuses {
  creator: Pick<VoteStatusItem, "voted" | "heartCount"> & { rank: number | null };
  /** All adult communities, lower case, because the request does not name the listing's communities. */
  adultSubreddits: string[];
  /** Removed at request, so not to be shown. */
  removed: {
    creator: boolean;
    /** Requested posts, and origins that were removed themselves or by their author. */
    posts: string[];
    /** quickHash of all removed communities in lower case. It hides no name from a reader who hashes a list of names. */
    subreddits: string[];
  };
  /** Whether this deployment answers a search with `before`. */
  hasArchive: boolean;
}

export interface VoteStatusBatchResponse {
  success: true;
  items: VoteStatusItem[];
  /** Only if the request has a `creator`. */
  listing?: ListingStatuses;
}

import * as z from "zod/mini";
import { MEDIA_TYPES } from "../media.ts";
import { MAX_ORIGINS } from "../crosspost-origin.ts";
import { REDDIT_PICTURE } from "../reddit-picture.ts";
import { REDDIT_NAME } from "../username.ts";
import { emptyAsAbsent } from "./fields.ts";

const TARGET_TYPES = ["user", "post"] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** A Reddit name (3 to 20), or a stored id with its prefix in small letters: T2_abc is a name. */
const USER_TARGET = /^(?:t2_[a-z0-9]{1,13}|[A-Za-z0-9_-]{3,20})$/;
/** A Reddit post id, prefix optional. */
export const POST_TARGET = /^(?:t3_)?[a-z0-9]{1,13}$/;

export function isTargetId(type: TargetType, id: string): boolean {
  return (type === "user" ? USER_TARGET : POST_TARGET).test(id);
}

export interface VoteResponse {
  success: true;
  voted: boolean;
  heartCount: number;
  message: string;
  /** Our source does not know the post yet: the heart counts for its account alone until it does, and `message` says so. */
  isWaiting?: true;
}

/** Milliseconds are not seconds; Reddit's first post is of 2005. */
const isSecond = (value: number) => Number.isInteger(value) && value > 1e9 && value < 1e12;
const badField = (what: string) => ({ error: `That is no ${what} of a post` });

const originId = z.string().check(z.regex(/^t3_[a-z0-9]{1,13}$/, badField("origin")));
const originName = z.string().check(z.regex(/^[\w-]{0,30}$/, badField("origin")));
const origin = z.object({ id: originId, author: originName, subreddit: originName });

/**
 * What the visitor's browser says of a post that our source does not know: the least that shows it to its account and
 * that can be compared with the source later. Other fields are dropped.
 */
export const vouchedPost = z.object({
  username: z.string().check(z.regex(REDDIT_NAME, badField("author"))),
  title: z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{1,300}$/u, badField("title"))),
  subreddit: z.string().check(z.regex(/^[\w-]{2,30}$/, badField("community"))),
  /** Epoch seconds. */
  created: z.number().check(z.refine(isSecond, badField("time"))),
  isNsfw: z.boolean(),
  isSpoiler: z.boolean(),
  mediaType: z.enum(MEDIA_TYPES),
  thumbnailUrl: emptyAsAbsent(z.string().check(z.regex(REDDIT_PICTURE, badField("picture")))),
  origins: emptyAsAbsent(z.array(origin).check(z.maxLength(MAX_ORIGINS, badField("origin")))),
});
export type VouchedPost = z.output<typeof vouchedPost>;

const MAX_ITEMS = 100;

const voteStatusItems = z.object({
  /** The users' places on the board come with the answer. */
  ranks: emptyAsAbsent(z.boolean({ error: "Ranks must be true or false" })),
  /** The items are posts of this user's, from a source that the server did not ask: it adds what it knows of them. */
  creator: emptyAsAbsent(
    z
      .string({ error: "That is not a Reddit username" })
      .check(z.regex(REDDIT_NAME, { error: "That is not a Reddit username" })),
  ),
  items: z
    .array(
      z
        .object({
          type: z.enum(TARGET_TYPES, { error: "Type must be user or post" }),
          id: z.string({ error: "Id is required" }),
        })
        .check(
          z.refine((item) => isTargetId(item.type, item.id), {
            error: "Id is not valid",
            path: ["id"],
          }),
        ),
      { error: "Items must be a list" },
    )
    .check(z.maxLength(MAX_ITEMS, { error: "At most 100 items at once" })),
  /** What posts of such a listing were crossposted from. */
  origins: emptyAsAbsent(
    z
      .array(z.object({ id: originId, author: originName }), { error: "Origins must be a list" })
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
export type VoteStatusRequest = z.input<typeof voteStatusRequest>;

export interface VoteStatusItem {
  type: TargetType;
  /** As it was asked for. */
  id: string;
  voted: boolean;
  heartCount: number;
  /** Place on the current board: of a user where ranks were asked for, and of a post in a listing. */
  rank?: number | null;
}

/**
 * What the server adds to a listing that it did not fetch. It is told the creator's name and the posts' ids, and those
 * of crossposts' origins with their authors.
 */
export interface ListingMarks {
  creator: Pick<VoteStatusItem, "voted" | "heartCount"> & { rank: number | null };
  /** All adult communities, lower case: the listing's own are not told. */
  adultSubreddits: string[];
  /** What is not to be shown, because it was removed at request. */
  removed: {
    creator: boolean;
    /** Of the posts asked for; and of the origins, where their author was removed too. */
    posts: string[];
    /** quickHash of all such communities, lower case: an answer is no list of them to read. */
    subreddits: string[];
  };
  /** Whether a search with `before` is answered here. */
  hasArchive: boolean;
}

export interface VoteStatusBatchResponse {
  success: true;
  items: VoteStatusItem[];
  /** Where the request names a creator. */
  listing?: ListingMarks;
}

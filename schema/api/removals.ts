import * as z from "zod/mini";
import { asciiLower } from "../ascii-lower.ts";
import { COMMUNITY } from "../community.ts";
import { USER_ID } from "../reddit-id.ts";
import { REDDIT_ORIGIN } from "../reddit-origin.ts";
import { REDDIT_NAME } from "../username.ts";
import { withoutInvisible } from "../without-invisible.ts";
import {
  BAD_USERNAME,
  emptyAsAbsent,
  optionalEmail,
  requiredText,
  submissionIdField,
} from "./fields.ts";

export const REMOVAL_KINDS = ["user", "post", "subreddit"] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];
export const REMOVAL_REASONS = ["person", "copyright", "illegal", "other"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

/** The first paragraph of an urgent request. */
export const MINOR_SENTENCE = "Concerns a minor, or pictures shared without consent.";

const TYPED_POST_ID = /^(?:t3_)?([a-z0-9]{1,13})$/i;
const REDDIT_HOST = /^(?:[a-z0-9-]+\.)?reddit\.com$/;

/** Accepts an address with or without scheme, or a path at Reddit; null for other texts. */
function readAddress(text: string): URL | null {
  const isBare = /^[a-z0-9.-]+\.[a-z]{2,}(?:[/?]|$)/i.test(text);
  const url = URL.parse(isBare ? `https://${text}` : text, REDDIT_ORIGIN);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** `path` finds the name in an address; a text that is no address is the name itself. */
function nameIn(text: string, path: RegExp): string {
  if (!text.includes("/")) return text;
  return path.exec(readAddress(text)?.pathname ?? "")?.[1] ?? "";
}

/** A profile is also a community, r/u_NAME. */
function usernameIn(text: string): string | null {
  const name = nameIn(text, /^\/(?:u\/|user\/|r\/u_)([^/]+)/i);
  return REDDIT_NAME.test(name) ? asciiLower(name) : null;
}

function communityIn(text: string): string | null {
  const name = asciiLower(nameIn(text, /^\/r\/([^/]+)/i));
  return COMMUNITY.test(name) ? name : null;
}

const LONG_PATH = /^(?:\/(?:r|u|user)\/[^/]+)?\/(?:comments|duplicates)\/([^/]+)/i;
const SHORT_PATH = /^\/(?:gallery|poll|tb|by_id)\/([^/]+)/i;
/** The shortest address at Reddit is the id alone. Without a digit it can be that of a page, such as /popular. */
const BARE_PATH = /^\/((?=[a-z]*\d)[a-z0-9]{5,7})\/?$/i;

/** Nothing after the name: a link to one post at Reddit must not remove another one. */
const OWN_PATH = /^\/user\/[^/]+\/?$/;

/** Accepts Reddit's addresses in any spelling, and ours: /user/NAME?post=ID. */
function postIdIn(text: string): string {
  const address = /[/.]/.test(text) ? readAddress(text) : null;
  if (!address) return text;
  const { hostname, pathname, searchParams } = address;
  const own = searchParams.get("post");
  if (own !== null && OWN_PATH.test(pathname)) return own;
  if (/^(?:www\.)?redd\.it$/.test(hostname)) return pathname.split("/")[1] ?? "";
  if (!REDDIT_HOST.test(hostname)) return "";
  const paths = [LONG_PATH, SHORT_PATH, BARE_PATH];
  return paths.map((path) => path.exec(pathname)?.[1]).find(Boolean) ?? "";
}

function postKey(text: string): string | null {
  const [, id] = TYPED_POST_ID.exec(postIdIn(text)) ?? [];
  return id === undefined ? null : `t3_${asciiLower(id)}`;
}

/** A share link has a code that only Reddit can resolve to a post id. */
const isShareLink = (text: string): boolean => /\/s\/[A-Za-z0-9]+\/?(?:\?|$)/.test(text);

const KEYS: Record<RemovalKind, { read: (text: string) => string | null; error: string }> = {
  user: { read: usernameIn, error: BAD_USERNAME },
  post: { read: postKey, error: "That is not the link or id of a Reddit post" },
  subreddit: { read: communityIn, error: "That is not the name of a community" },
};
const SHARE_LINK_ERROR = "Open this share link and copy the address it leads to";

/** The stored key of a removal: a lower-case username, `t3_…`, or a lower-case community; null for other texts. */
export const removalKey = (kind: RemovalKind, text: string): string | null =>
  KEYS[kind].read(withoutInvisible(text).trim());

/** An account's id, as in a vote, which the server turns into a name. `u/t2_…`, `T2_…` and `t2_my_name` are names. */
const isAccountId = (kind: RemovalKind, text: string): boolean =>
  kind === "user" && USER_ID.test(text);

const optionalText = (max: number, error: string) =>
  emptyAsAbsent(requiredText(error, { max: [max, error] }));

const kindField = z.enum(REMOVAL_KINDS, { error: "Choose what is to be removed" });

/** Normalises the key. */
export const removalEntryRequest = z.pipe(
  z.object({
    kind: kindField,
    key: requiredText("Say what is to be removed", {
      max: [2000, "At most 2,000 characters"],
    }),
    reason: z.enum(REMOVAL_REASONS, { error: "Choose a reason" }),
    note: optionalText(1000, "At most 1,000 characters"),
  }),
  z.transform(
    (
      request: { kind: RemovalKind; key: string; reason: RemovalReason; note?: string | undefined },
      ctx,
    ) => {
      const { kind, key: input } = request;
      const key = removalKey(kind, input);
      if (key !== null) return { ...request, key, isAccountId: isAccountId(kind, input) };
      const message = kind === "post" && isShareLink(input) ? SHARE_LINK_ERROR : KEYS[kind].error;
      ctx.issues.push({ code: "custom", message, input, path: ["key"] });
      return z.NEVER;
    },
  ),
);
export type RemovalEntryRequest = z.input<typeof removalEntryRequest>;

export interface Removal {
  id: string;
  kind: RemovalKind;
  /** A lower-case username, `t3_…`, or a lower-case community. */
  key: string;
  reason: RemovalReason;
  note: string | null;
  /** The admin session that added it. */
  createdBy: string;
  createdAt: string;
}

export interface RemovalResponse {
  success: true;
  removal: Removal;
}

export interface RemovalListResponse {
  success: true;
  removals: Removal[];
  /** Number of removals that match the filter. */
  total: number;
  /** Number of removals by kind, without the filter. */
  counts: Record<RemovalKind, number>;
  nextPage: string | null;
}

/** The form on /contact. */
export const removalContactRequest = z.object({
  kind: kindField,
  link: requiredText("Please say which one", {
    max: [2000, "At most 2,000 characters"],
  }),
  why: requiredText("Please say why", {
    min: [10, "Please say a little more"],
    max: [2000, "At most 2,000 characters"],
  }),
  email: optionalEmail("Invalid email"),
  /** A picture of a minor, or one shared without consent. */
  minor: emptyAsAbsent(z.boolean({ error: "Send true or false" })),
  submissionId: submissionIdField,
});
export type RemovalContactRequest = z.input<typeof removalContactRequest>;

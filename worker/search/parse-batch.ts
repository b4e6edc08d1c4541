import type { ListingState } from "#schema/api/search.ts";
import { isObject } from "#schema/is-object.ts";
import { parseJson } from "#schema/parse-json.ts";
import { isInCommunity, isOrigins, isStoredPost, isTexts } from "#worker/cache/stored-post.ts";
import { isProfile } from "#worker/lookup/profile.ts";
import type { Batch, BatchHead, ListingPosition } from "./batch.ts";

/** The compiler asks for a new state. */
const STATES: Record<ListingState, true> = {
  ok: true,
  not_found: true,
  suspended: true,
  hidden: true,
};

const isListOf = (value: unknown, isOne: (one: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(isOne);

function isBrief(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [id, community, created, repostIds = [], origins = [], reposts = []] = value as unknown[];
  const isPost = isTexts([id, community]) && typeof created === "number";
  return isPost && isTexts(repostIds) && isOrigins(origins) && isListOf(reposts, isInCommunity);
}

const isPosition = (value: unknown): value is ListingPosition =>
  isObject(value) && typeof value["from"] === "string" && typeof value["index"] === "number";

function isHead(value: unknown): value is BatchHead {
  if (!isObject(value)) return false;
  const { state, profile, next, own, briefs, before, media, tail, tailEnd } = value;
  return (
    typeof state === "string" &&
    Object.hasOwn(STATES, state) &&
    (profile === null || isProfile(profile)) &&
    (next === null || typeof next === "string") &&
    isTexts(before) &&
    isTexts(media) &&
    isListOf(briefs, isBrief) &&
    isListOf(tail, isPosition) &&
    (tailEnd === null || isPosition(tailEnd)) &&
    own === briefs.length - tail.length
  );
}

/** One version of this code has written all lines of an upstream batch: the tail has lines of several. */
const isFirstOfBatch = ({ own, tail }: BatchHead, index: number): boolean =>
  index === 0 || (index >= own && tail[index - own]?.from !== tail[index - own - 1]?.from);

/** Throws for another shape, as another version of this code leaves. Parses as few lines as that takes. */
export function parseBatch(text: string): Batch {
  const [first = "", ...lines] = text.split("\n");
  const head: unknown = JSON.parse(first);
  const isPost = (line: string, index: number) =>
    !isFirstOfBatch(head as BatchHead, index) || isStoredPost(parseJson(line));
  if (!isHead(head) || head.briefs.length !== lines.length || !lines.every(isPost))
    throw new Error("not a batch");
  return { head, lines };
}

import type { Removed } from "#worker/removals/removed.rules.ts";
import { parsePost, type Brief } from "./batch.ts";

/** The end of a post's line that was merged with no other. */
const NOT_MERGED = '"alsoIn":[]';

/**
 * Whether a post of a listing was removed, or what it was crossposted from. One that stands for others with the same
 * media is hidden with each of them, whichever of them an order puts first.
 */
export function isLineHidden(removed: Removed, line: string, brief: Brief): boolean {
  const [id, community, , repostIds, origins] = brief;
  if (removed.hasPost(id) || removed.hasSubreddit(community)) return true;
  if (origins?.some(removed.hides)) return true;
  if (repostIds) return repostIds.some(removed.hasPost);
  if (line.includes(NOT_MERGED)) return false;
  // Copies of listings from before briefs had the merged posts' ids; they end within a day.
  return parsePost(line).alsoIn.some(({ permalink }) => {
    const other = /\/comments\/([a-z0-9]+)/.exec(permalink)?.[1];
    return other !== undefined && removed.hasPost(`t3_${other}`);
  });
}

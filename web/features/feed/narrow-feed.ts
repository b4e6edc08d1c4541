import type { Post } from "#schema/api/posts.ts";
import type { useFeedAddress } from "./use-feed-address.ts";

/** The part of a user's feed that narrowing it needs. */
export interface NarrowFeed {
  address: ReturnType<typeof useFeedAddress>;
  loaded: readonly Post[];
  /** Those of the listing from its beginning, also where the page has jumped to a day. */
  listed: readonly Post[];
  /** Those of the loaded ones that communities, words and date leave, and the visitor does not hide. */
  posts: readonly Post[];
  /** Whether the visitor hides it, having seen it before. */
  isHidden?: (post: Post) => boolean;
  /** The posts begin at the day of the address, in the archive. */
  isJump: boolean;
  knownName: string | null;
  more: {
    hasMore: boolean;
    /** The next posts are from another source: they come by a press. */
    isOlder?: boolean | undefined;
    isLoading: boolean;
    error: unknown;
    onMore: () => void;
    setPageSize: (size: number) => void;
  };
}

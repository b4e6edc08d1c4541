import type { Post } from "#schema/api/posts.ts";
import type { useFeedAddress } from "./use-feed-address.ts";

/** The part of a user's feed that the narrowing tools need. */
export interface NarrowFeed {
  address: ReturnType<typeof useFeedAddress>;
  loaded: readonly Post[];
  /** The listing from its beginning, even if the page has jumped to a day. */
  listed: readonly Post[];
  /** The loaded posts that pass communities, words and date; in UserPage's filter bar without those the visitor hides. */
  posts: readonly Post[];
  /** Whether the visitor hides the post as already seen. */
  isHidden: (post: Post) => boolean;
  /** The posts come from the archive and begin at the address's day. */
  isJump: boolean;
  knownName: string | null;
  more: {
    hasMore: boolean;
    /** The next posts are from another source, so they wait for a press. */
    isOlder?: boolean | undefined;
    isLoading: boolean;
    error: unknown;
    /** Epoch milliseconds. */
    errorAt?: number;
    onMore: () => void;
    setPageSize: (size: number) => void;
  };
}

/**
 * The `message` of the last page of a listing that can be cut off, if no archive continues it. True of a listing that
 * ended by itself just below Reddit's limit, which looks the same.
 */
export const CUT_LISTING =
  "Reddit lists about 1,000 posts in each order, so there can be more than it lists here.";

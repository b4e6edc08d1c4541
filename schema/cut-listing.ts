/** The `message` of the last page of a listing that Reddit cut off, if no archive continues it. */
export const CUT_LISTING =
  "That is as far as Reddit lists: about 1,000 posts in each order. There can be more.";

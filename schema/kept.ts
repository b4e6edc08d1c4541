/** Days for which something about a person is kept: the Worker ends it by these, and /privacy promises them. */
export const KEPT_DAYS = {
  /** After the last use. */
  session: 30,
  /** After the last login from the address. */
  knownAddress: 90,
  /** The longest that browsers keep a cookie. */
  deviceCookie: 400,
  /** A heart whose post a working source does not know after this time: the post never existed, or is gone. */
  waitingHeart: 3,
  /** Copies of what Reddit answers. */
  redditPosts: 1,
  redditProfiles: 7,
  /** The list of removals from before a restore: as long as D1 Time Travel goes back. */
  replacedRemovals: 30,
  badges: 1,
  /** After a backup began, so that deleted data is in no backup afterwards. */
  backup: 30,
} as const;

export const FAILED_LOGIN_MINUTES = 15;

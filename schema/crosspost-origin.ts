/** Per post. Reddit usually lists one. */
export const MAX_ORIGINS = 5;

/** A post from which another one was crossposted. The names are empty if Reddit omits them. */
export interface CrosspostOrigin {
  /** With its prefix: t3_… */
  id: string;
  author: string;
  subreddit: string;
}

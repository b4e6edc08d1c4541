/** So many of a post count; Reddit usually lists one. */
export const MAX_ORIGINS = 5;

/** A post that another one was crossposted from. The names are empty where Reddit does not say them. */
export interface CrosspostOrigin {
  /** With its prefix: t3_… */
  id: string;
  author: string;
  subreddit: string;
}

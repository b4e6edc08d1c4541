/** Of a post; Reddit names one. */
export const MAX_ORIGINS = 5;

/** A post that another one was crossposted from. The names are empty where Reddit does not say them. */
export interface Origin {
  /** With its prefix: t3_… */
  id: string;
  author: string;
  subreddit: string;
}

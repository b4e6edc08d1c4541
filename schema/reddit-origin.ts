/** Of Reddit's pages. The footer's link to Reddit is an owner's to change (schema/brand.ts), this is not. */
export const REDDIT_ORIGIN = "https://www.reddit.com";

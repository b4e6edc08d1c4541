import type { VouchedPost } from "#schema/api/hearts.ts";

/** The body of a vouched vote for a post ten minutes old. */
export const vouchedAt = (now: number, fields: Partial<VouchedPost> = {}): VouchedPost => ({
  username: "Ann_Maker",
  title: "A picture of today",
  subreddit: "pics",
  created: Math.floor(now / 1000) - 600,
  isNsfw: false,
  isSpoiler: false,
  mediaType: "image",
  thumbnailUrl: "https://preview.redd.it/a1.jpg?width=320&auto=webp&s=abc",
  ...fields,
});

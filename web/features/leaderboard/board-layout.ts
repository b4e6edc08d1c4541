/**
 * The first place is above the other two on a phone, all three in rows of their own with large letters, and between the
 * others from 640 px up.
 */
export const podiumList = "grid grid-cols-2 gap-3 sm:grid-cols-3 sm:items-end sm:gap-4";

export const podiumItem = [
  "col-span-2 sm:col-span-1 sm:col-start-2 sm:row-start-1",
  "max-[18rem]:col-span-2 sm:col-start-1 sm:row-start-1",
  "max-[18rem]:col-span-2 sm:col-start-3 sm:row-start-1",
] as const;

/** A picture's box, and below it the height of border, title, origin and heart. */
const post = "box-content aspect-[4/3] pb-34";

/** As large as cards with usual names. */
export const podiumSkeleton = {
  users: ["h-72 sm:h-78", "h-65", "h-65"],
  posts: [`${post} sm:aspect-square`, post, post],
} as const;

export const rowClass = { users: "min-h-26 sm:min-h-18", posts: "min-h-28 sm:min-h-24" } as const;

/** The first place is above the other two on a phone and between them from 640 px up. */
export const podiumList = "grid grid-cols-2 items-end gap-3 sm:grid-cols-3 sm:gap-4";

export const podiumItem = [
  "col-span-2 sm:col-span-1 sm:col-start-2 sm:row-start-1",
  "sm:col-start-1 sm:row-start-1",
  "sm:col-start-3 sm:row-start-1",
] as const;

export const rowClass = { users: "min-h-25 sm:min-h-18", posts: "h-24" } as const;

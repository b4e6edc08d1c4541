import { isTargetId, type TargetType } from "#schema/api/hearts.ts";

/** A target as the database is asked for it: names in lower case, ids with their prefix. */
export interface Target {
  type: TargetType;
  by: "id" | "name";
  value: string;
}

const STORED_USER_ID = /^t2_[a-z0-9]{1,13}$/;

/** null where the text fits no grammar of that type. */
export function parseTarget(type: TargetType, text: string): Target | null {
  if (!isTargetId(type, text)) return null;
  if (type === "post") {
    return { type, by: "id", value: text.startsWith("t3_") ? text : `t3_${text}` };
  }
  if (STORED_USER_ID.test(text)) return { type, by: "id", value: text };
  return { type, by: "name", value: text.toLowerCase() };
}

export interface HeartsAndRank {
  heartCount: number;
  rank: number | null;
}

export interface Hearts {
  user: HeartsAndRank | null;
  /** What nobody hearted is not in it. */
  posts: ReadonlyMap<string, HeartsAndRank>;
}

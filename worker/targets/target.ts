import type { TargetType } from "#schema/api/hearts.ts";

/** A Reddit user or post as SQL parameter: names in lower case, ids with their prefix. */
export interface Target {
  type: TargetType;
  by: "id" | "name";
  value: string;
}

import * as z from "zod/mini";

export const TARGET_TYPES = ["user", "post"] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** A Reddit name (3 to 20) or a stored id with its prefix. */
export const USER_TARGET = /^(?:t2_[a-z0-9]{1,13}|[A-Za-z0-9_-]{3,20})$/;
/** A Reddit post id, prefix optional. */
export const POST_TARGET = /^(?:t3_)?[a-z0-9]{1,13}$/;

export function isTargetId(type: TargetType, id: string): boolean {
  return (type === "user" ? USER_TARGET : POST_TARGET).test(id);
}

export interface VoteResponse {
  success: true;
  voted: boolean;
  heartCount: number;
  message: string;
}

export const voteStatusRequest = z.object({
  items: z
    .array(
      z
        .object({
          type: z.enum(TARGET_TYPES, { error: "Type must be user or post" }),
          id: z.string({ error: "Id is required" }),
        })
        .check(
          z.refine((item) => isTargetId(item.type, item.id), {
            error: "Id is not valid",
            path: ["id"],
          }),
        ),
      { error: "Items must be a list" },
    )
    .check(
      z.minLength(1, { error: "Name at least one item" }),
      z.maxLength(100, { error: "At most 100 items at once" }),
    ),
});
export type VoteStatusRequest = z.input<typeof voteStatusRequest>;

export interface VoteStatusItem {
  type: TargetType;
  /** As it was asked for. */
  id: string;
  voted: boolean;
  heartCount: number;
}

export interface VoteStatusBatchResponse {
  success: true;
  items: VoteStatusItem[];
}

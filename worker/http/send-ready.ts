import type { Context } from "hono";
import type { ReadyAnswer } from "#worker/lib/ready-answer.ts";

export const sendReady = (c: Context, { text }: ReadyAnswer<unknown>): Response =>
  c.body(text, 200, { "Content-Type": "application/json" });

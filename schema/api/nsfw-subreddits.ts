import * as z from "zod/mini";
import { requiredText } from "./fields.ts";

const NAME = /^[a-z0-9_]{2,50}$/;

/** "/r/Pics", "R/pics" and " pics " are all pics. */
export function normaliseSubredditName(value: string): string {
  return (
    value
      .trim()
      .replace(/^\/?r\//i, "")
      // ASCII only: the Kelvin sign is no k.
      .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  );
}

export const nsfwSubredditRequest = z.object({
  name: z.pipe(
    z.string({ error: "Subreddit name is required" }),
    z.pipe(
      z.transform(normaliseSubredditName),
      z.pipe(
        requiredText("Subreddit name is required", { max: [50, "Name too long"] }),
        z.string().check(z.refine((name) => NAME.test(name), { error: "Invalid subreddit name" })),
      ),
    ),
  ),
});

export interface NsfwSubreddit {
  id: string;
  name: string;
  isDefault: boolean;
  addedBy: string | null;
  createdAt: string;
}

export interface NsfwSubredditsResponse {
  success: true;
  subreddits: NsfwSubreddit[];
}

export interface NsfwSubredditResponse {
  success: true;
  subreddit: NsfwSubreddit;
}

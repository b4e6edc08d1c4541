import * as z from "zod/mini";
import { asciiLower } from "../ascii-lower.ts";
import { COMMUNITY } from "../community.ts";
import { withoutInvisible } from "../without-invisible.ts";
import { patternField, requiredText } from "./fields.ts";

/** "/r/Pics", "R/pics" and " pics " are all pics. */
export const normaliseSubredditName = (value: string): string =>
  asciiLower(
    withoutInvisible(value)
      .trim()
      .replace(/^\/?r\//i, ""),
  );

export const nsfwSubredditRequest = z.object({
  name: z.pipe(
    z.string({ error: "Subreddit name is required" }),
    z.pipe(
      z.transform(normaliseSubredditName),
      z.pipe(
        requiredText("Subreddit name is required", { max: [50, "Name too long"] }),
        patternField(COMMUNITY, "Invalid subreddit name"),
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

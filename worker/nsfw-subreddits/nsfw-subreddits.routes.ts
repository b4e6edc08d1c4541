import type { MessageResponse } from "#schema/api/auth.ts";
import {
  nsfwSubredditRequest,
  type NsfwSubredditResponse,
  type NsfwSubredditsResponse,
} from "#schema/api/nsfw-subreddits.ts";
import { adminOnly } from "#worker/http/admin.ts";
import { readJson } from "#worker/http/body.ts";
import { newRouter } from "#worker/http/context.ts";
import { addSubreddit, listAll, removeSubreddit } from "./nsfw-subreddits.service.ts";

export const nsfwSubredditsRoutes = newRouter()
  .get("/", adminOnly, async (c) => {
    const subreddits = await listAll(c.env.deps);
    return c.json<NsfwSubredditsResponse>({ success: true, subreddits });
  })
  .post("/", adminOnly, async (c) => {
    const { name } = await readJson(c, nsfwSubredditRequest);
    const subreddit = await addSubreddit(c.env.deps, name);
    return c.json<NsfwSubredditResponse>({ success: true, subreddit }, 201);
  })
  .delete("/:id", adminOnly, async (c) => {
    await removeSubreddit(c.env.deps, c.req.param("id"));
    const message = "NSFW subreddit removed successfully";
    return c.json<MessageResponse>({ success: true, message });
  });

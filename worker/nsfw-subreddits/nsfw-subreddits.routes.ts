import type { MessageResponse } from "#schema/api/message.ts";
import {
  nsfwSubredditRequest,
  type NsfwSubredditResponse,
  type NsfwSubredditsResponse,
} from "#schema/api/nsfw-subreddits.ts";
import { adminOnly } from "#worker/admin/admin.middleware.ts";
import { newRouter } from "#worker/http/context.ts";
import { rowId, validated } from "#worker/http/validated.ts";
import { addSubreddit, listAll, removeSubreddit } from "./nsfw-subreddits.service.ts";

export const nsfwSubredditsRoutes = newRouter()
  .get("/", adminOnly, async (c) => {
    const subreddits = await listAll(c.env.deps);
    return c.json<NsfwSubredditsResponse>({ success: true, subreddits });
  })
  .post("/", adminOnly, validated("json", nsfwSubredditRequest), async (c) => {
    const subreddit = await addSubreddit(c.env.deps, c.req.valid("json").name);
    return c.json<NsfwSubredditResponse>({ success: true, subreddit }, 201);
  })
  .delete("/:id", adminOnly, validated("param", rowId), async (c) => {
    await removeSubreddit(c.env.deps, c.req.valid("param").id);
    const message = "NSFW subreddit removed successfully";
    return c.json<MessageResponse>({ success: true, message });
  });

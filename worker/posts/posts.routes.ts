import * as z from "zod/mini";
import { POST_TARGET } from "#schema/api/hearts.ts";
import { postRequest } from "#schema/api/posts.ts";
import { newRouter } from "#worker/http/context.ts";
import { validated } from "#worker/http/validated.ts";
import { readPost } from "./posts.service.ts";

const postId = z.object({
  id: z.string().check(z.regex(POST_TARGET, { error: "Id is not valid" })),
});

export const postsRoutes = newRouter().get(
  "/:id",
  validated("param", postId),
  validated("query", postRequest),
  async (c) => {
    const { waitForHearts } = c.req.valid("query");
    return c.json(await readPost(c.env.deps, c.req.valid("param").id, waitForHearts !== "false"));
  },
);

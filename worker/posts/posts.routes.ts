import * as z from "zod/mini";
import { POST_TARGET } from "#schema/api/hearts.ts";
import { BAD_POST_ID, emptyAsAbsent, patternField } from "#schema/api/fields.ts";
import { newRouter } from "#worker/http/context.ts";
import { validated } from "#worker/http/validated.ts";
import { readPost } from "./posts.service.ts";

const postId = z.object({ id: patternField(POST_TARGET, BAD_POST_ID) });

/** As in a search. */
const postQuery = z.object({
  waitForHearts: emptyAsAbsent(
    z.enum(["true", "false"], { error: "waitForHearts must be true or false" }),
  ),
});

export const postsRoutes = newRouter().get(
  "/:id",
  validated("param", postId),
  validated("query", postQuery),
  async (c) => {
    const { waitForHearts } = c.req.valid("query");
    return c.json(await readPost(c.env.deps, c.req.valid("param").id, waitForHearts !== "false"));
  },
);

import * as z from "zod/mini";
import { patternField } from "#schema/api/fields.ts";
import { newRouter } from "#worker/http/context.ts";
import { validated } from "#worker/http/validated.ts";
import { REDGIFS_ID } from "./redgifs.rules.ts";
import { readRedgifs } from "./redgifs.service.ts";

const clipId = z.object({ id: patternField(REDGIFS_ID, "That is not a RedGifs id") });
/** `?retry=1`: the cached addresses did not play. Other values are ignored. */
const clipQuery = z.object({ retry: z.optional(z.string()) });

/** Mounted under two paths. */
export const redgifsRoutes = newRouter().get(
  "/:id",
  validated("param", clipId),
  validated("query", clipQuery),
  async (c) => {
    const isRetry = c.req.valid("query").retry === "1";
    return c.json(await readRedgifs(c.env.deps, c.req.valid("param").id, isRetry));
  },
);

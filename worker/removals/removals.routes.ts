import type { MessageResponse } from "#schema/api/message.ts";
import {
  removalContactRequest,
  removalEntryRequest,
  type RemovalListResponse,
  type RemovalResponse,
} from "#schema/api/removals.ts";
import { adminOnly } from "#worker/admin/admin.middleware.ts";
import { maybeSignedIn } from "#worker/auth/session.middleware.ts";
import { newRouter } from "#worker/http/context.ts";
import { rateLimited } from "#worker/http/rate-limit.ts";
import { rowId, validated } from "#worker/http/validated.ts";
import { adminName, removalQuery } from "./removals.rules.ts";
import { addRemoval, liftRemoval, listRemovals, requestRemoval } from "./removals.service.ts";

export const adminRemovalsRoutes = newRouter()
  .get("/", adminOnly, validated("query", removalQuery), async (c) =>
    c.json<RemovalListResponse>(await listRemovals(c.env.deps, c.req.valid("query"))),
  )
  .post("/", adminOnly, validated("json", removalEntryRequest), async (c) => {
    const createdBy = adminName(c.var.adminToken.jti);
    const removal = await addRemoval(c.env.deps, c.req.valid("json"), createdBy);
    return c.json<RemovalResponse>({ success: true, removal }, 201);
  })
  .delete("/:id", adminOnly, validated("param", rowId), async (c) => {
    await liftRemoval(c.env.deps, c.req.valid("param").id);
    return c.json<MessageResponse>({ success: true, message: "The removal has been lifted." });
  });

const RECEIVED =
  "Your request is at the top of our list. A person reads it; if you gave an email address, we answer there.";

export const removalsRoutes = newRouter().post(
  "/",
  validated("json", removalContactRequest),
  rateLimited("FEEDBACK_LIMIT", { per: "removal", code: "removals.too_many" }),
  maybeSignedIn,
  async (c) => {
    const userAgent = c.req.header("User-Agent");
    const account = c.var.session?.account.id ?? null;
    await requestRemoval(c.env.deps, c.req.valid("json"), userAgent, account);
    return c.json<MessageResponse>({ success: true, message: RECEIVED }, 201);
  },
);

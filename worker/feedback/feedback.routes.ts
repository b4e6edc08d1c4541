import type { MessageResponse } from "#schema/api/message.ts";
import { feedbackRequest, feedbackUpdate, type FeedbackResponse } from "#schema/api/feedback.ts";
import { adminOnly } from "#worker/admin/admin.middleware.ts";
import { maybeSignedIn } from "#worker/auth/session.middleware.ts";
import { newRouter } from "#worker/http/context.ts";
import { rateLimited } from "#worker/http/rate-limit.ts";
import { rowId, validated } from "#worker/http/validated.ts";
import { feedbackQuery } from "./feedback.rules.ts";
import {
  changeFeedback,
  listFeedback,
  removeFeedback,
  submitFeedback,
} from "./feedback.service.ts";

export const feedbackRoutes = newRouter()
  .post(
    "/",
    validated("json", feedbackRequest),
    rateLimited("FEEDBACK_LIMIT"),
    maybeSignedIn,
    async (c) => {
      const userAgent = c.req.header("User-Agent");
      const account = c.var.session?.account.id ?? null;
      const feedback = await submitFeedback(c.env.deps, c.req.valid("json"), userAgent, account);
      const message = "Thank you for your feedback. We'll review it soon.";
      return c.json<FeedbackResponse>({ success: true, message, feedback }, 201);
    },
  )
  .get("/", adminOnly, validated("query", feedbackQuery), async (c) =>
    c.json(await listFeedback(c.env.deps, c.req.valid("query"))),
  )
  .put(
    "/:id",
    adminOnly,
    validated("param", rowId),
    validated("json", feedbackUpdate),
    async (c) => {
      const { id } = c.req.valid("param");
      const feedback = await changeFeedback(c.env.deps, id, c.req.valid("json"));
      const message = "Feedback status has been updated successfully.";
      return c.json<FeedbackResponse>({ success: true, message, feedback });
    },
  )
  .delete("/:id", adminOnly, validated("param", rowId), async (c) => {
    await removeFeedback(c.env.deps, c.req.valid("param").id);
    const message = "Feedback has been deleted successfully.";
    return c.json<MessageResponse>({ success: true, message });
  });

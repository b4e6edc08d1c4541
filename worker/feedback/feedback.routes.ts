import type { MessageResponse } from "#schema/api/auth.ts";
import { feedbackRequest, feedbackUpdate, type FeedbackResponse } from "#schema/api/feedback.ts";
import { adminOnly } from "#worker/http/admin.ts";
import { readJson, readQuery } from "#worker/http/body.ts";
import { newRouter } from "#worker/http/context.ts";
import { readLimit } from "#worker/http/limit-query.ts";
import { spendAttempt } from "#worker/http/limit.ts";
import { feedbackQuery } from "./feedback.rules.ts";
import {
  changeFeedback,
  listFeedback,
  removeFeedback,
  submitFeedback,
} from "./feedback.service.ts";

const DEFAULT_LIMIT = 20;

export const feedbackRoutes = newRouter()
  .post("/", async (c) => {
    const request = await readJson(c, feedbackRequest);
    await spendAttempt(c, "FEEDBACK_LIMIT");
    const feedback = await submitFeedback(c.env.deps, request, c.req.header("User-Agent"));
    const message = "Thank you for your feedback. We'll review it soon.";
    return c.json<FeedbackResponse>({ success: true, message, feedback }, 201);
  })
  .get("/", adminOnly, async (c) => {
    const filter = readQuery(c, feedbackQuery);
    return c.json(await listFeedback(c.env.deps, filter, readLimit(c, DEFAULT_LIMIT)));
  })
  .put("/:id", adminOnly, async (c) => {
    const update = await readJson(c, feedbackUpdate);
    const feedback = await changeFeedback(c.env.deps, c.req.param("id"), update);
    const message = "Feedback status has been updated successfully.";
    return c.json<FeedbackResponse>({ success: true, message, feedback });
  })
  .delete("/:id", adminOnly, async (c) => {
    await removeFeedback(c.env.deps, c.req.param("id"));
    const message = "Feedback has been deleted successfully.";
    return c.json<MessageResponse>({ success: true, message });
  });

import type { Feedback } from "#schema/api/feedback.ts";

export const feedbackOf = (change: Partial<Feedback> = {}): Feedback => ({
  id: "7f3b2a54-0000-4000-8000-000000000009",
  type: "bug",
  title: "A title",
  description: "It does not work.",
  email: null,
  userAgent: null,
  url: null,
  status: "open",
  priority: "medium",
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z",
  ...change,
});

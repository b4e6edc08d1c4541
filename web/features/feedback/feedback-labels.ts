import type { FeedbackPriority, FeedbackStatus, FeedbackType } from "#schema/api/feedback.ts";

export const typeLabels: Record<FeedbackType, string> = {
  bug: "Bug report",
  feature: "Feature request",
  improvement: "Improvement",
  general: "General",
  removal: "Removal request",
};

export const statusLabels: Record<FeedbackStatus, string> = {
  open: "Open",
  in_progress: "In progress",
  resolved: "Resolved",
  closed: "Closed",
};

export const priorityLabels: Record<FeedbackPriority, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  urgent: "Urgent",
};

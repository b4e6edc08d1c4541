import { sweepRevocations } from "#worker/admin/admin.service.ts";
import { sweepLockouts } from "#worker/auth/lockout.service.ts";
import { sweepSessions } from "#worker/auth/sessions.service.ts";
import { expireBadges } from "#worker/badges/badges.service.ts";
import { computeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { recheckTargets } from "#worker/targets/recheck.service.ts";
import type { Job } from "./job.ts";

/** Cron expressions of wrangler.toml and what each sets off. */
export const SCHEDULE: Record<string, Job[]> = {
  "*/5 * * * *": [computeBoards],
  "*/15 * * * *": [recheckTargets],
  "7 * * * *": [sweepSessions, sweepLockouts, sweepRevocations, expireBadges],
};

export const JOBS: Job[] = Object.values(SCHEDULE).flat();

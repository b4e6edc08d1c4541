import type { SourceName } from "./posts.ts";

export interface HealthResponse {
  status: "ok" | "degraded";
  version: string;
  source: SourceName | "none";
  d1: "ok" | "down";
  kv: "ok" | "down";
  /** What is down, by name; empty when all is well. */
  down: string[];
  /** Each cron job's last success, ISO or null. */
  cron: Record<string, string | null>;
}

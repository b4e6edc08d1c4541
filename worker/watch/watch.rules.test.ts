import { expect, test } from "vitest";
import { assess } from "./watch.rules.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

test("a re-check is reported as refused only if its run asked about no target", () => {
  const degradedAfter = (asked: number) => {
    const outcome = { calls: asked, asked, answered: asked, refused: 1, removed: 0 };
    const at = new Date(NOW);
    const run = { job: "recheck", startedAt: at, succeededAt: at, failedAt: null };
    return assess({
      now: NOW,
      startedAt: NOW,
      hasCrons: true,
      periods: {},
      runs: [{ ...run, outcome: JSON.stringify(outcome) }],
      oldestCheckedAt: null,
      kvWorks: true,
      isConfigured: true,
      hasFallback: false,
      hasBackups: true,
      hasBrokenWebhook: false,
    }).degraded;
  };
  expect(degradedAfter(0)).toEqual(["recheck_refused"]);
  expect(degradedAfter(3)).toEqual([]);
});

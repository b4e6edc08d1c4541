import { stopAllTools } from "#tools/process-group.ts";
import type { Outcome } from "./reports.ts";

export interface Step {
  name: string;
  run: () => Promise<Outcome>;
  /** Its failure ends all other steps, which would only repeat it. */
  isCheck?: boolean;
}

/** Steps that run one after the other. */
export type Lane = Step[];

const sum = (outcomes: Outcome[]): Outcome => ({
  passed: outcomes.reduce((all, { passed }) => all + passed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  skipped: outcomes.flatMap(({ skipped = [] }) => skipped),
});

/** Runs `first`, and then the lanes in parallel. */
export async function runLanes(first: Lane, lanes: Lane[]): Promise<Outcome> {
  let hasFailedCheck = false;

  /** Returns null if another lane's check ended the step. */
  async function runStep({ name, run, isCheck = false }: Step): Promise<Outcome | null> {
    const started = performance.now();
    console.log(`\n── ${name}`);
    const outcome = await run();
    if (hasFailedCheck) return null;
    const { passed, failures } = outcome;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`   ${name}: ${passed} passed, ${failures.length} failed (${seconds} s)`);
    hasFailedCheck = isCheck && failures.length > 0;
    if (hasFailedCheck) await stopAllTools();
    return outcome;
  }

  async function runLane(lane: Lane): Promise<Outcome> {
    const outcomes: Outcome[] = [];
    for (const step of lane) {
      if (hasFailedCheck) break;
      const outcome = await runStep(step);
      if (outcome) outcomes.push(outcome);
    }
    return sum(outcomes);
  }

  return sum([await runLane(first), ...(await Promise.all(lanes.map(runLane)))]);
}

/** Prints one line per check and counts the results. */
export class Report {
  passed = 0;
  failed = 0;
  skipped = 0;

  check(rule: string, isHeld: boolean, figures = ""): void {
    this[isHeld ? "passed" : "failed"] += 1;
    console.log(`  ${isHeld ? "✓" : "✗"} ${rule}${figures && `: ${figures}`}`);
  }

  /** A rule that cannot be checked here counts neither as passed nor as failed. */
  skip(rule: string, why: string): void {
    this.skipped += 1;
    console.log(`  ? ${rule}: skipped (${why})`);
  }

  note(text: string): void {
    console.log(`    ${text}`);
  }
}

export interface Step {
  name: string;
  about: string;
  run(report: Report, seed: number): Promise<void>;
}

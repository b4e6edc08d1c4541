/** What a step found: each check is one line, and the last line of all counts them. */
export class Report {
  passed = 0;
  failed = 0;
  unanswered = 0;

  check(rule: string, isHeld: boolean, figures = ""): void {
    this[isHeld ? "passed" : "failed"] += 1;
    console.log(`  ${isHeld ? "✓" : "✗"} ${rule}${figures && `: ${figures}`}`);
  }

  /** Neither held nor broken: who would know did not say. */
  notAnswered(rule: string, why: string): void {
    this.unanswered += 1;
    console.log(`  ? ${rule}: not answered (${why})`);
  }

  note(text: string): void {
    console.log(`    ${text}`);
  }

  count(passed: number, failed: number): void {
    this.passed += passed;
    this.failed += failed;
  }
}

export interface Options {
  seed: number;
}

export interface Step {
  name: string;
  about: string;
  run(report: Report, options: Options): Promise<void>;
}

/** A small seeded generator (mulberry32): the same seed, the same attack. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

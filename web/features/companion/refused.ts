import type { CompanionAnswer } from "#schema/companion.ts";

export class Refused extends Error {
  readonly answer: Extract<CompanionAnswer, { ok: false }>;

  constructor(answer: Extract<CompanionAnswer, { ok: false }>) {
    super(answer.reason);
    this.answer = answer;
  }
}

export function bodyOf<T>(
  answer: { ok: true; body: T } | Extract<CompanionAnswer, { ok: false }>,
): T {
  if (!answer.ok) throw new Refused(answer);
  return answer.body;
}

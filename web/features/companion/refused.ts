import type { CompanionRefusal } from "#schema/companion.ts";
import { ApiError, failureSentence } from "#web/api/api-error.ts";
import { refusalSentence } from "./refusal-sentence.ts";

export class Refused extends Error {
  readonly answer: CompanionRefusal;

  constructor(answer: CompanionRefusal) {
    super(answer.reason);
    this.answer = answer;
  }
}

/** The creator was removed at request: the server's own answer says so. */
export class RemovedCreator extends Refused {
  constructor() {
    super({ ok: false, reason: "off" });
  }
}

/** Offline, for example: a block by Reddit has an end, and a failed call has none. */
export const isWithoutAnswer = ({ reason, until }: CompanionRefusal): boolean =>
  reason === "blocked" && until === undefined;

export function bodyOrThrow<T>(answer: { ok: true; body: T } | CompanionRefusal): T {
  if (!answer.ok) throw new Refused(answer);
  return answer.body;
}

/**
 * If the server fails after the companion, the error names both reasons: the visitor may be able to end the
 * companion's.
 */
export function withRefusal(error: unknown, refusal: CompanionRefusal): unknown {
  if (!(error instanceof ApiError) || refusal.reason === "off") return error;
  const sentence = `${failureSentence(error, "")} ${refusalSentence(refusal)}`.trim();
  const { code, fields, body } = error;
  // Not the server's status: a 404 would be final, and the companion may answer the next time.
  return new ApiError({ status: 0, code, sentence, fields, body });
}

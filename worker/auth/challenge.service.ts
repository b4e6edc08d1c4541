import { isObject } from "#schema/is-object.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log } from "#worker/lib/log.ts";

const SITEVERIFY_TIMEOUT_MS = 5_000;

/** What a visitor's token can be; every other code is a fault of ours or of Turnstile. */
const VISITORS_CODES = new Set([
  "missing-input-response",
  "invalid-input-response",
  "timeout-or-duplicate",
]);
/** The shape of Turnstile's codes: no other text of the answer is logged. */
const CODE = /^[a-z-]{1,40}$/;

type Turnstile = NonNullable<Deps["config"]["turnstile"]>;

/** A wrong secret is answered with 200, and refuses every visitor. */
function logUnlessVisitors(codes: unknown): void {
  const list: unknown[] = Array.isArray(codes) ? codes : [];
  const named = list.filter((code) => typeof code === "string" && CODE.test(code));
  if (named.length > 0 && named.every((code) => VISITORS_CODES.has(String(code)))) return;
  log("warn", "challenge", { codes: named.join(", ") });
}

async function isSolved(
  deps: Deps,
  { secret, verifyUrl }: Turnstile,
  token: string,
): Promise<boolean> {
  try {
    const answer = await deps.fetch(verifyUrl, {
      method: "POST",
      body: new URLSearchParams({ secret, response: token }),
      signal: deps.clock.timeout(SITEVERIFY_TIMEOUT_MS),
    });
    const body: unknown = await answer.json();
    const { success, "error-codes": codes } = isObject(body) ? body : {};
    if (success !== true) logUnlessVisitors(codes);
    return success === true;
  } catch (error) {
    log("warn", "challenge", errorFields(error));
    return false;
  }
}

/** Passes where Turnstile is not configured. */
export async function requireChallenge(deps: Deps, token: string | undefined): Promise<void> {
  const { turnstile } = deps.config;
  if (turnstile === null) return;
  if (token === undefined || !(await isSolved(deps, turnstile, token))) {
    throw new AppError("auth.challenge_failed");
  }
}

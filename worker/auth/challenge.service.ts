import { isObject } from "#schema/is-object.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log } from "#worker/lib/log.ts";

const SITEVERIFY_TIMEOUT_MS = 5_000;

type Turnstile = NonNullable<Deps["config"]["turnstile"]>;

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
    return isObject(body) && body["success"] === true;
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

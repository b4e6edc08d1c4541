import { AsyncLocalStorage } from "node:async_hooks";
import { bindingFailure } from "./guarded.ts";

/** One line of JSON per event, without personal data: no account, address, search text or SQL parameter. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** What every line of a request or a job begins with. */
const context = new AsyncLocalStorage<() => LogFields>();

/** Lines logged within `work`, and in background work that it starts, carry these fields. */
export const withLogFields = <T>(fields: () => LogFields, work: () => T): T =>
  context.run(fields, work);

export function log(level: "info" | "warn" | "error", event: string, fields: LogFields = {}): void {
  console[level](JSON.stringify({ level, event, ...context.getStore()?.(), ...fields }));
}

const UPSTREAM = /^(?:reddit|archive|redgifs)(?=\.)/;

/** The dependency that an error is about; its code names the source. */
function dependencyOf(error: Error): string | undefined {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return UPSTREAM.exec(code)?.[0];
}

/**
 * The error's name and the place it was thrown. A binding's own message comes without the values that were bound; any
 * other message is left out, it may hold personal data.
 */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const frame = error.stack?.split("\n").find((line) => line.trim().startsWith("at "));
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const failure = bindingFailure(error);
  return {
    errorName: error.name,
    causeName: cause?.name,
    dependency: failure?.dependency ?? dependencyOf(error),
    message: failure?.message,
    at: frame?.trim().slice(0, 200),
  };
}

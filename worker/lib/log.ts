import { AsyncLocalStorage } from "node:async_hooks";
import { bindingFailure } from "./guarded.ts";
import type { LogEvent } from "./log-events.ts";

/** One line of JSON per event, without personal data: no account, address, search text or SQL parameter. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** The fields of the current request or job, the first ones of every line. */
const context = new AsyncLocalStorage<() => LogFields>();

/**
 * Adds the fields to all lines that `work` logs, its background work included. A Response made in `work` holds `fields`,
 * and workerd frees neither if `fields` leads back to that Response: it may hold what it reads and nothing more.
 */
export const withLogFields = <T>(fields: () => LogFields, work: () => T): T =>
  context.run(fields, work);

export function log(
  level: "info" | "warn" | "error",
  event: LogEvent,
  fields: LogFields = {},
): void {
  console[level](JSON.stringify({ level, event, ...context.getStore()?.(), ...fields }));
}

const UPSTREAM = /^(?:reddit|archive|redgifs)(?=\.)/;

function dependencyOf(error: Error): string | undefined {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return UPSTREAM.exec(code)?.[0];
}

/** The first frame after the message: a line of the message, which can hold a visitor's text, may look like one. */
function placeOf({ message, stack = "" }: Error): string | undefined {
  const messageAt = stack.indexOf(message);
  const frames = messageAt === -1 ? [] : stack.slice(messageAt + message.length).split("\n");
  const frame = frames.find((line) => line.trim().startsWith("at "));
  return frame?.trim().slice(0, 200);
}

/**
 * The error's name and where it was thrown. Messages may hold personal data, so only a binding's message is logged,
 * without bound values.
 */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const failure = bindingFailure(error);
  return {
    errorName: error.name,
    causeName: cause?.name,
    dependency: failure?.dependency ?? dependencyOf(error),
    message: failure?.message,
    at: placeOf(error),
  };
}

/** For `catch`: logs the error and returns null, where the work goes on without the result. */
export const logFailure =
  (event: LogEvent, level: "warn" | "error" = "warn") =>
  (error: unknown): null => {
    log(level, event, errorFields(error));
    return null;
  };

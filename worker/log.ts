/**
 * One line of JSON an event. Nothing that names a person goes in: no account, no address, no search
 * text, no bound SQL parameter.
 */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export function log(level: "info" | "warn" | "error", event: string, fields: LogFields = {}): void {
  console[level](JSON.stringify({ level, event, ...fields }));
}

/** An error as it may be logged: its name and where it was thrown, not what it says. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const frame = error.stack?.split("\n").find((line) => line.trim().startsWith("at "));
  const cause = error.cause instanceof Error ? error.cause : undefined;
  return {
    errorName: error.name,
    causeName: cause?.name,
    at: frame?.trim().slice(0, 200),
  };
}

import { onTestFinished, vi } from "vitest";
import type { LogEvent } from "#worker/lib/log-events.ts";

type Line = Record<string, unknown> & { event: LogEvent };

/** Returns the lines of an event that the current test logged so far; none is printed. */
export function loggedLines(): (event: LogEvent) => Line[] {
  const lines: Line[] = [];
  for (const level of ["info", "warn", "error"] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((line: unknown) => {
      lines.push(JSON.parse(String(line)) as Line);
    });
    onTestFinished(() => spy.mockRestore());
  }
  return (event) => lines.filter((line) => line.event === event);
}

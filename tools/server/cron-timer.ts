import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MINUTE_MS } from "#schema/time.ts";
import { callCron } from "./cron-call.ts";
import { root } from "#tools/files.ts";

/** A timer may fire slightly early; it then belongs to the minute about to begin. */
const EARLY_MS = 1_000;

const minuteOf = (time: number): number => Math.floor((time + EARLY_MS) / MINUTE_MS) * MINUTE_MS;
const FIELD = /^(?:\*(?:\/(\d+))?|(\d+))$/;

/** The top level of wrangler.toml is local development. */
export function readLocalCrons(toml = readFileSync(join(root, "wrangler.toml"), "utf8")): string[] {
  const list = /^\[triggers\]\ncrons = (\[.*\])$/m.exec(toml)?.[1];
  if (list === undefined) throw new Error("wrangler.toml has no [triggers] with crons on one line");
  return JSON.parse(list) as string[];
}

function matchesField(field: string, value: number): boolean {
  const [, step, exact] = FIELD.exec(field) ?? [];
  return exact === undefined ? value % Number(step ?? 1) === 0 : value === Number(exact);
}

/** In UTC, as on Cloudflare. */
export function isDue(cron: string, date: Date): boolean {
  const [minute = "", hour = "", ...days] = cron.split(" ");
  const isRead = FIELD.test(minute) && FIELD.test(hour) && days.join(" ") === "* * *";
  if (!isRead)
    throw new Error(`"${cron}": the local timer reads *, */n and n, of minutes and hours alone`);
  return matchesField(minute, date.getUTCMinutes()) && matchesField(hour, date.getUTCHours());
}

export interface CronTimer {
  /** Resolves when every cron has run once. */
  firstRun: Promise<void>;
  stop: () => void;
}

interface TimerOptions {
  crons: readonly string[];
  call: (cron: string, stop: AbortSignal) => Promise<void>;
  report: (line: string) => void;
}

/** Fires the crons, which `wrangler dev` does not: each at once, then in its minutes. */
export function startCronTimer({ crons, call, report }: TimerOptions): CronTimer {
  const stopped = new AbortController();
  const running = new Set<string>();
  const failing = new Set<string>();
  const run = async (cron: string): Promise<void> => {
    if (running.has(cron) || stopped.signal.aborted) return;
    running.add(cron);
    try {
      await call(cron, stopped.signal);
      if (failing.delete(cron)) report(`The cron "${cron}" works again.`);
    } catch (error) {
      const isNew = !failing.has(cron) && !stopped.signal.aborted;
      failing.add(cron);
      const reason = error instanceof Error ? error.message : String(error);
      if (isNew) report(`The cron "${cron}" fails (${reason}). Its next success is reported.`);
    } finally {
      running.delete(cron);
    }
  };
  let timer: NodeJS.Timeout;
  const awaitNextMinute = () => {
    const now = Date.now();
    timer = setTimeout(fireDue, minuteOf(now) + MINUTE_MS - now);
  };
  const fireDue = () => {
    const minute = new Date(minuteOf(Date.now()));
    for (const cron of crons) if (isDue(cron, minute)) void run(cron);
    awaitNextMinute();
  };
  awaitNextMinute();
  const runEach = async () => {
    for (const cron of crons) await run(cron);
  };
  const stop = () => {
    stopped.abort();
    clearTimeout(timer);
  };
  return { firstRun: runEach(), stop };
}

export const startLocalCrons = (baseUrl: string): CronTimer =>
  startCronTimer({
    crons: readLocalCrons(),
    call: (cron, stop) => callCron(baseUrl, cron, stop),
    report: console.error,
  });

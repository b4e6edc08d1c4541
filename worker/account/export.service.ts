import type { AccountExport } from "#schema/api/account.ts";
import { toAccountUser } from "#worker/auth/auth.rules.ts";
import type { CurrentSession } from "#worker/auth/sessions.service.ts";
import { exportWaiting } from "#worker/hearts/unverified.service.ts";
import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import { parseJson } from "#schema/parse-json.ts";
import { preferencesOf } from "#worker/preferences/preferences.service.ts";
import {
  EXPORT_PAGE,
  readFeedback,
  readPostHearts,
  readSessions,
  readUserHearts,
} from "./export.store.ts";

type Item<Key extends keyof AccountExport> = AccountExport[Key] extends (infer One)[] ? One : never;
type Rows<Read extends (...values: never[]) => PromiseLike<unknown[]>> = Awaited<
  ReturnType<Read>
>[number];

function toSession({ sess, expire }: Rows<typeof readSessions>): Item<"sessions"> {
  const { createdAt = null } = (parseJson(sess) ?? {}) as { createdAt?: string };
  return { createdAt, expiresAt: expire.toISOString() };
}

function toFeedback(row: Rows<typeof readFeedback>): Item<"feedback"> {
  const { type, title, description, email, userAgent, url, status } = row;
  const times = { createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
  return { type, title, description, email, userAgent, url, status, ...times };
}

/** Yields the elements of a JSON array, without its brackets, one chunk per page of rows. */
async function* items<Row>(
  readRowsAfter: (after: Row | null) => PromiseLike<Row[]>,
  write: (row: Row) => unknown = (row) => row,
): AsyncGenerator<string> {
  let after: Row | null = null;
  for (;;) {
    const rows = await readRowsAfter(after);
    const text = rows.map((row) => JSON.stringify(write(row))).join(",");
    if (text !== "") yield after === null ? text : `,${text}`;
    after = rows.at(-1) ?? null;
    if (rows.length < EXPORT_PAGE) return;
  }
}

async function* exportText(deps: Deps, current: CurrentSession): AsyncGenerator<string> {
  const { db, clock } = deps;
  const { id } = current.account;
  const now = new Date(clock.now());
  const head: Pick<AccountExport, "exportedAt" | "user" | "preferences"> = {
    exportedAt: now.toISOString(),
    user: toAccountUser(current.account),
    preferences: preferencesOf(current),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"sessions":[`;
  yield* items((after) => readSessions(db, id, now, after), toSession);
  yield '],"feedback":[';
  yield* items((after) => readFeedback(db, id, after), toFeedback);
  yield '],"hearts":{"users":[';
  yield* items<Rows<typeof readUserHearts>>((after) => readUserHearts(db, id, after));
  yield '],"posts":[';
  yield* items<Rows<typeof readPostHearts>>((after) => readPostHearts(db, id, after));
  const waiting = await exportWaiting(deps, id);
  yield `],"waiting":${JSON.stringify(waiting)}}}`;
}

/** The platform logs what a stream throws with its message, and drizzle's holds the account's id. */
function breakOff(error: unknown): never {
  log("error", "export", errorFields(error));
  throw new Error("The export broke off");
}

/**
 * Everything about the account as JSON, read from the database page by page while it is sent. The first rows are read
 * before the response begins, so that a database outage is a 503; a later failure breaks the download off.
 */
export async function openExport(deps: Deps, current: CurrentSession): Promise<ReadableStream> {
  const chunks = exportText(deps, current);
  const encoder = new TextEncoder();
  const first = [await chunks.next(), await chunks.next()];
  const next = async () => first.shift() ?? (await chunks.next());
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await next().catch(breakOff);
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

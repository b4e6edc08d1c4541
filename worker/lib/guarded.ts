import { withTimeout } from "./with-timeout.ts";

/*
 * Calls of D1, KV and R2 get a timeout, and their errors are marked as the binding's: messages differ by platform and
 * release, and an outage must not be reported as a bug.
 */
const DATABASE_TIMEOUT_MS = 5_000;
const KV_TIMEOUT_MS = 1_000;
/** Most writes follow the answer. One that is given up ends with its request, and other isolates ask the source again. */
const KV_WRITE_TIMEOUT_MS = 5_000;

const R2_TIMEOUT_MS = 30_000;

type Dependency = "d1" | "kv" | "r2";

/** A binding's error for the log, without bound values. */
export interface BindingFailure {
  dependency: Dependency;
  message: string;
  /** The statement violated a schema constraint; the database itself works. */
  isConstraint: boolean;
}

const failures = new WeakMap<object, BindingFailure>();

const LONGEST_MESSAGE = 200;
const LONGEST_LIST = 100_000;
/** Shorter values are no names, and they occur within words. */
const SHORTEST_VALUE = 3;
/** Begins only where a word does: otherwise the work would grow with the square of the word. */
const MAIL_ADDRESS = /(?<![^\s@])[^\s@]+@[^\s@]+/g;

/** Lists and rows are bound as JSON, whose strings count as bound values too. */
function boundTexts(value: unknown): string[] {
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "string") return [];
  const isJson = /^[[{]/.test(value) && value.length <= LONGEST_LIST;
  const strings = isJson ? [...value.matchAll(/"([^"\\]+)"/g)] : [];
  return [value, ...strings.map(([, text = ""]) => text)];
}

/** A safeguard: SQLite's own messages quote no bound values (decision 086). */
function withoutValues(message: string, values: readonly unknown[]): string {
  let text = message;
  const bound = values.flatMap(boundTexts).filter(({ length }) => length >= SHORTEST_VALUE);
  for (const value of bound.toSorted((a, b) => b.length - a.length)) {
    if (text.includes(value)) text = text.replaceAll(value, "?");
  }
  return text.replaceAll(MAIL_ADDRESS, "?").replaceAll(/\s+/g, " ").slice(0, LONGEST_MESSAGE);
}

/** Follows `cause`. Returns undefined for other errors. */
export function bindingFailure(error: unknown): BindingFailure | undefined {
  let at = error;
  for (let depth = 0; depth < 4 && at instanceof Error; depth += 1) {
    const failure = failures.get(at);
    if (failure) return failure;
    at = at.cause;
  }
  return undefined;
}

const CONSTRAINT = /constraint failed|SQLITE_CONSTRAINT/i;

/** False for a violated constraint. */
export function isDatabaseFailure(error: unknown): boolean {
  const failure = bindingFailure(error);
  return failure?.dependency === "d1" && !failure.isConstraint;
}

async function guard<T>(
  dependency: Dependency,
  milliseconds: number,
  values: readonly unknown[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await withTimeout(milliseconds, work());
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(`${dependency} failed`);
    failures.set(failure, {
      dependency,
      message: withoutValues(failure.message, values),
      isConstraint: CONSTRAINT.test(failure.message),
    });
    throw failure;
  }
}

/** Adds the timeout; bindingFailure() recognises the error. */
export const guardD1 = <T>(
  values: readonly unknown[],
  work: () => Promise<T>,
  timeoutMs = DATABASE_TIMEOUT_MS,
): Promise<T> => guard("d1", timeoutMs, values, work);

export function guardedKv(real: KVNamespace): KVNamespace {
  return new Proxy(real, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== "function") return found;
      return (...values: unknown[]) =>
        guard(
          "kv",
          name === "put" ? KV_WRITE_TIMEOUT_MS : KV_TIMEOUT_MS,
          values,
          async () => Reflect.apply(found, target, values) as Promise<unknown>,
        );
    },
  });
}

/** R2's messages name keys and checksums; a backup's hold no personal data. */
export const guardR2 = <T>(work: () => Promise<T>): Promise<T> =>
  guard("r2", R2_TIMEOUT_MS, [], work);

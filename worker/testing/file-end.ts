import { afterAll } from "vitest";

let hasEnded = false;
afterAll(() => {
  hasEnded = true;
});

/**
 * Background work that no test awaited would write into the storage of the next test file, whose clock starts at the
 * same time. After the end of the file, storage calls are not made and their promises stay pending.
 */
export const beforeEnd = <T>(call: () => Promise<T>): Promise<T> =>
  hasEnded ? new Promise<T>(() => undefined) : call();

/** Makes no KV call after the end of the file. */
export function kvBeforeEnd(kv: KVNamespace): KVNamespace {
  return new Proxy(kv, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) =>
        beforeEnd(() => Reflect.apply(method, target, args) as Promise<unknown>);
    },
  });
}

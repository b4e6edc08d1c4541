import { afterAll } from "vitest";

let hasEnded = false;
afterAll(() => {
  hasEnded = true;
});

/**
 * Work of a file that no test waited for would write into the storage of the next one, which begins at the same time of
 * the test clock. After the end of its file a call to storage is not made, and its promise stays pending.
 */
export const beforeEnd = <T>(call: () => Promise<T>): Promise<T> =>
  hasEnded ? new Promise<T>(() => undefined) : call();

/** A KV namespace whose calls are made before the end of the file only. */
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

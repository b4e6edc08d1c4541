import type { Deps } from "#worker/deps.ts";

/** A KV that is slow or down is a KV without the key; the binding's guard says how slow that is. */
export const kvText = ({ kv }: Pick<Deps, "kv">, key: string): Promise<string | null> =>
  kv.get(key).catch(() => null);

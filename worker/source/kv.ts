import type { Deps } from "#worker/deps.ts";

const PATIENCE_MS = 1_500;

/** A KV that is slow or down is a KV without the key. */
export async function kvText(
  { kv, clock }: Pick<Deps, "kv" | "clock">,
  key: string,
): Promise<string | null> {
  const late = new Promise<null>((resolve) => {
    const giveUp = () => resolve(null);
    clock.timeout(PATIENCE_MS).addEventListener("abort", giveUp, { once: true });
  });
  return Promise.race([kv.get(key).catch(() => null), late]);
}

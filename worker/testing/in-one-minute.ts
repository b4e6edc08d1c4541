import { MINUTE_MS } from "#schema/time.ts";

const minute = () => Math.floor(Date.now() / MINUTE_MS);

/** Test files share the counters, and each has its own instance of this module. */
let network: string | undefined;
let addresses = 0;

function nextAddress(): string {
  network ??= [...crypto.getRandomValues(new Uint8Array(2))].join(".");
  return `10.${network}.${(addresses += 1)}`;
}

/** Rate limit bindings count by the real minute. If a minute ends during `work`, it runs again with a new address. */
export async function inOneMinute<T>(
  work: (headers: Record<string, string>, attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const started = minute();
    const result = await work({ "CF-Connecting-IP": nextAddress() }, attempt);
    if (minute() === started) return result;
  }
}

import { MINUTE_MS } from "#schema/time.ts";

const minute = () => Math.floor(Date.now() / MINUTE_MS);

let addresses = 0;

/** Rate limit bindings count by the real minute. If a minute ends during `work`, it runs again with a new address. */
export async function inOneMinute<T>(
  work: (headers: Record<string, string>, attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const started = minute();
    addresses += 1;
    const result = await work({ "CF-Connecting-IP": `203.0.113.${addresses}` }, attempt);
    if (minute() === started) return result;
  }
}

import { env } from "cloudflare:workers";

/** The KV, with the keys of its reads and writes in their order. */
export function recordingKv(): { KV: KVNamespace; reads: string[]; writes: string[] } {
  const keys: Record<"get" | "put", string[]> = { get: [], put: [] };
  const KV = new Proxy(env.KV, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (name === "get" || name === "put") keys[name].push(String(args[0]));
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { KV, reads: keys.get, writes: keys.put };
}

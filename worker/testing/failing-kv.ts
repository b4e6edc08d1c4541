const fail = () => Promise.reject(new Error("KV down"));

/** A KV that refuses every read and write. */
export const failingKv = { get: fail, put: fail } as unknown as KVNamespace;

export type Settled<T> = { done: T } | { failed: unknown };

export const settle = <T>(work: Promise<T>): Promise<Settled<T>> =>
  work.then(
    (done) => ({ done }),
    (failed: unknown) => ({ failed }),
  );

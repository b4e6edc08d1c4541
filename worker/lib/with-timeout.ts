/** Rejects when `work` takes longer, so that a hanging dependency does not hang the answer. */
export async function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  lateError = () => new Error("too slow"),
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(lateError()), milliseconds);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the counts by kind or status after a list's entries have changed from `before` to `after`. */
export function recount<Key extends string>(
  counts: Record<Key, number>,
  before: readonly Key[],
  after: readonly Key[],
): Record<Key, number> {
  const changed = { ...counts };
  for (const key of before) changed[key] -= 1;
  for (const key of after) changed[key] += 1;
  return changed;
}

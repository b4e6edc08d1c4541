import type { InfiniteData } from "@tanstack/react-query";

interface Counted<Key extends string> {
  total: number;
  /** By kind or status. */
  counts: Record<Key, number>;
}

/** Returns the list with `change` applied to the entries of each page, and with total and counts to match. */
export function changePages<
  Field extends string,
  Entry,
  Key extends string,
  Page extends Counted<Key> & Record<Field, Entry[]>,
>(
  list: InfiniteData<Page>,
  [field, keyOf]: [field: Field, keyOf: (entry: Entry) => Key],
  change: (entries: Entry[], page: number) => Entry[],
): InfiniteData<Page> {
  const before = list.pages.map((page): Entry[] => page[field]);
  const after = before.map(change);
  const growth = after.flat().length - before.flat().length;
  const pages = list.pages.map((page, at) => {
    const counts = { ...page.counts };
    for (const entry of before.flat()) counts[keyOf(entry)] -= 1;
    for (const entry of after.flat()) counts[keyOf(entry)] += 1;
    return { ...page, [field]: after[at], total: page.total + growth, counts };
  });
  return { ...list, pages };
}

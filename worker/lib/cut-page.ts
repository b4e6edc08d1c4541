/** `found` has one row more than the page if another page follows. */
export function cutPage<Row>(found: Row[], limit: number, cursorAfter: (last: Row) => string) {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { page, nextPage: last ? cursorAfter(last) : null };
}

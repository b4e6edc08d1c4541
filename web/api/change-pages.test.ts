import { expect, test } from "vitest";
import { changePages } from "./change-pages.ts";

interface Entry {
  id: number;
  kind: "gem" | "ore";
}

const list = {
  pages: [
    { total: 3, counts: { gem: 2, ore: 1 }, entries: [{ id: 1, kind: "gem" }] as Entry[] },
    { total: 3, counts: { gem: 2, ore: 1 }, entries: [{ id: 2, kind: "ore" }] as Entry[] },
  ],
  pageParams: [null, "second"],
};

test("an entry that leaves a later page, and one that changes its kind, are counted on every page", () => {
  const kindOf = ({ kind }: Entry) => kind;
  const without = changePages(list, ["entries", kindOf], (entries) =>
    entries.filter(({ id }) => id !== 2),
  );
  const left = { total: 2, counts: { gem: 2, ore: 0 } };
  expect(without.pages).toEqual([
    { ...left, entries: [{ id: 1, kind: "gem" }] },
    { ...left, entries: [] },
  ]);
  const changed = changePages(list, ["entries", kindOf], (entries, page) =>
    page === 0 ? entries.map((entry) => ({ ...entry, kind: "ore" })) : entries,
  );
  const counted = { total: 3, counts: { gem: 1, ore: 2 } };
  expect(changed.pages).toMatchObject([counted, counted]);
});

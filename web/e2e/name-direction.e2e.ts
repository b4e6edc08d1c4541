import type { Locator } from "@playwright/test";
import type { SavedUsersResponse } from "#schema/api/saved.ts";
import { becomeMember } from "./account-page.ts";
import { answerOf, followLinkTo, usersOf } from "./board-page.ts";
import { expect, test } from "./fixtures.ts";

/** A mark at its end stands at its left. */
const NAME = "יהלום שחור!";

/** For each place of the name: the order of its first letter and its last mark, and the pixels to the left of it. */
const placesOf = (names: Locator) =>
  names.evaluateAll((all) =>
    all.map((one) => {
      const text = [...one.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
      if (!text) throw new Error("no text");
      const boxOf = (from: number, to: number) => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, to);
        return range.getBoundingClientRect();
      };
      const last = text.textContent?.length ?? 0;
      return {
        isInOrder: boxOf(last - 1, last).left < boxOf(0, 1).left,
        inset: Math.round(boxOf(0, last).left - one.getBoundingClientRect().left),
      };
    }),
  );

const READ = { isInOrder: true, inset: 0 };
const CENTRED = { isInOrder: true, inset: expect.any(Number) };

test("a name in Hebrew has its own direction, and begins at the left beside Latin ones @both", async ({
  page,
  context,
}) => {
  const users = usersOf(() => ({ displayName: NAME }));
  await page.route("**/api/leaderboard/users**", (route) => route.fulfill(answerOf(users)));
  const names = page.getByRole("main").getByText(NAME, { exact: true });

  await followLinkTo(page, "/");
  await expect(names).toHaveCount(6);
  expect(await placesOf(names)).toEqual(Array.from({ length: 6 }, () => READ));

  await followLinkTo(page, "/leaderboard");
  await expect(names).toHaveCount(7);
  const podium = [CENTRED, CENTRED, CENTRED];
  expect(await placesOf(names)).toEqual([...podium, READ, READ, READ, READ]);

  await becomeMember(context, NAME);
  const saved: SavedUsersResponse = {
    users: users.map((user) => ({ ...user, savedAt: new Date().toISOString() })),
    total: 7,
    generated: new Date().toISOString(),
    nextPage: null,
  };
  await page.route("**/saved/users*", (route) => route.fulfill({ json: saved }));
  await page.goto("/account?tab=users");
  await expect(names).toHaveCount(8);
  expect(await placesOf(names)).toEqual(Array.from({ length: 8 }, () => READ));
});

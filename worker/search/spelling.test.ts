import { expect, test } from "vitest";
import { appOver } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { answerSearch } from "./search.service.ts";

test("all spellings of a name share one kept answer", async () => {
  const app = appOver(standIn({ Kept: { posts: picturePosts(3) } }));
  const ask = (username: string) =>
    answerSearch(app.deps(), { username, sortBy: "new", limit: 25, waitForHearts: true });
  await ask("Kept");
  const first = await ask("kept");
  expect(await ask("KEPT")).toBe(first);
});

import { expect, test } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { shareAddress } from "./share.ts";

test("a shared link opens the post on its author's page", () => {
  expect(shareAddress(postOf(), new URL("https://unearth.example/leaderboard?tab=posts"))).toBe(
    "https://unearth.example/user/gemhunter?post=abc12",
  );
});

test("on its author's page a post is shared with the filters around it", () => {
  const page = new URL("https://unearth.example/user/GemHunter?media=video&r=a,b&post=other1");
  expect(shareAddress(postOf(), page)).toBe(
    "https://unearth.example/user/gemhunter?media=video&r=a,b&post=abc12",
  );
});

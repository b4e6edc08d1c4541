// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import { LEADERBOARD_REQUEST, queryKeys } from "#schema/queries.ts";
import { PostCard } from "#web/features/feed/post-card.tsx";
import { PostsBoard } from "#web/features/leaderboard/posts-board.tsx";
import { SavedPosts } from "#web/features/saved/saved-posts.tsx";
import { holdApiCalls } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedIn } from "#web/testing/sessions.ts";
import { PostDetails } from "./post-details.tsx";

beforeEach(() => void holdApiCalls());

const place = { x: 0, y: 0, width: 300, height: 300, href: "/", onOpen: () => {} };
const look = { isCovered: true, sizes: "300px", eager: true, urgent: false };

const PLACES: Record<string, (post: Post) => ReactNode> = {
  "a card of the feed": (post) => <PostCard post={post} {...place} {...look} />,
  "the open post": (post) => <PostDetails post={post} titleId="title" slide={0} />,
  "the board": () => <PostsBoard />,
  "the saved list": () => <SavedPosts />,
};

function renderPlace(name: string, post: Post): void {
  const client = clientOf(signedIn);
  const generated = post.createdAt;
  const preferences = { blurEnabled: false, searchPresentationStyle: "grid" };
  client.setQueryData(queryKeys.preferences(), preferences);
  // The first three stand on the podium, the fourth in a row.
  const posts = [1, 2, 3, 4].map((rank) => ({ ...post, id: `t3_${rank}`, rank }));
  const board = { type: "posts", posts, total: posts.length, generated };
  client.setQueryData(queryKeys.leaderboard("posts", LEADERBOARD_REQUEST), board);
  const saved = { posts: [{ ...post, savedAt: generated }], total: 1, generated, nextPage: null };
  client.setQueryData(queryKeys.saved("posts"), { pages: [saved], pageParams: [null] });
  renderInApp(PLACES[name]?.(post), { client });
}

test.each(Object.keys(PLACES))(
  "%s marks a post of an adult community like one that Reddit marked, and no other",
  (name) => {
    const badges = (change: Partial<Post>) => {
      cleanup();
      renderPlace(name, postOf(change));
      return screen.queryAllByText("NSFW").length;
    };
    const marked = badges({ isNsfw: true });
    expect(marked).toBe(name === "the board" ? 4 : 1);
    expect(badges({ subredditIsNsfw: true })).toBe(marked);
    expect(badges({})).toBe(0);
  },
);

test.each(["the board", "the saved list"])(
  "%s covers a spoiler though nothing else is covered, says so, and covers no other",
  (name) => {
    const found = (change: Partial<Post>) => {
      cleanup();
      renderPlace(name, postOf({ thumbnailUrl: "https://i.redd.it/small.jpg", ...change }));
      const covered = document.querySelectorAll("img.covered").length;
      return { covered, marked: screen.queryAllByText("Spoiler").length };
    };
    const all = name === "the board" ? 4 : 1;
    expect(found({ isSpoiler: true })).toEqual({ covered: all, marked: all });
    expect(found({})).toEqual({ covered: 0, marked: 0 });
  },
);

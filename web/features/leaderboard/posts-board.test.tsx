// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { holdApiCalls } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { postsBoardQuery } from "./leaderboard.queries.ts";
import { PostsBoard } from "./posts-board.tsx";

test("a post that its address opened passes the focus to its card when it closes", async () => {
  holdApiCalls();
  const client = createQueryClient();
  const posts = [
    postOf({ id: "t3_one", title: "An opal" }),
    postOf({ id: "t3_two", title: "A ruby" }),
  ];
  const generated = "2026-11-20T12:00:00.000Z";
  client.setQueryData(postsBoardQuery().queryKey, { type: "posts", posts, total: 2, generated });
  renderInApp(<PostsBoard />, { client, path: "/leaderboard?tab=posts&post=two" });
  await screen.findByRole("dialog");
  fireEvent.click(await screen.findByRole("button", { name: "Close" }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("A ruby"));
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "A ruby" }));
});

// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { usePostNavigation } from "./use-post-navigation.ts";

const router = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;

test("presses that follow each other before the next post is rendered go on from each other", () => {
  const posts = ["a", "b", "c", "d"].map((id) => postOf({ id: `t3_${id}` }));
  const onShow = vi.fn<(id: string) => void>((id) => history.replaceState(null, "", `?post=${id}`));
  onShow("a");
  const list = { id: "a", index: 0, posts, hasMore: false, onShow };
  const { result } = renderHook(() => usePostNavigation(list, posts[0]), { wrapper: router });
  const { goNext, goPrevious } = result.current;
  act(() => {
    for (const press of [goNext, goNext, goNext, goNext, goPrevious, goPrevious]) press();
  });
  expect(onShow.mock.calls.flat()).toEqual(["a", "b", "c", "d", "c", "b"]);
});

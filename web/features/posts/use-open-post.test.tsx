// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { BrowserRouter, useNavigate } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { useOpenPost } from "./use-open-post.ts";

beforeEach(() => history.replaceState(null, "", "/user/gemhunter"));

/** Both presses come before the first one is rendered. */
const use = () => ({ ...useOpenPost(), navigate: useNavigate() });
const opened = () => renderHook(use, { wrapper: BrowserRouter }).result;

test("a double-click opens a post in one entry of the history", () => {
  const result = opened();
  const before = history.length;
  act(() => {
    result.current.open("t3_abc12");
    result.current.open("t3_abc12");
  });
  expect(result.current.id).toBe("abc12");
  expect(history.length - before).toBe(1);
});

test("a post pressed right after a filter opens with it", () => {
  const result = opened();
  act(() => {
    void result.current.navigate("/user/gemhunter?media=gif", { replace: true });
    result.current.open("t3_abc12");
  });
  expect(location.search).toBe("?media=gif&post=abc12");
});

test("a post pressed while another page is loading opens with its own page's filter", () => {
  history.replaceState(null, "", "/user/gemhunter?media=image");
  const result = opened();
  act(() => {
    history.pushState(null, "", "/about?q=else");
    result.current.open("t3_abc12");
  });
  expect(location.pathname + location.search).toBe("/user/gemhunter?media=image&post=abc12");
});

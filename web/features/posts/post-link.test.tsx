// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { PostLink } from "./post-link.tsx";

test("a title written from right to left keeps its own direction", () => {
  const hold = { revealed: false, endedHold: () => false, handlers: {} } as never;
  renderInApp(
    <PostLink id="t3_one" hold={hold}>
      חול וים!
    </PostLink>,
  );
  expect(screen.getByRole("link").getAttribute("dir")).toBe("auto");
});

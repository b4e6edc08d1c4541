// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, test } from "vitest";
import { useViewerAddress } from "./use-viewer-address.ts";

test("where going back closes nothing, because a frame took the step, the second press closes the viewer", () => {
  const opened = { pathname: "/user/gemhunter", search: "?post=abc12", state: { overlay: true } };
  const use = () => ({ ...useViewerAddress(), ...useLocation() });
  // The only entry: going back changes nothing.
  const { result } = renderHook(use, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[opened]}>{children}</MemoryRouter>,
  });
  act(() => result.current.close());
  expect(result.current.search, "one press").toBe("?post=abc12");
  act(() => result.current.close());
  expect(result.current.search, "two presses").toBe("");
});

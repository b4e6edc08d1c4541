// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { useLoginLink } from "./login-link.ts";

const ANN = "?returnUrl=%2Fuser%2Fann%3Fsort%3Dtop";
const BEHIND = { isBehind: true };

test.each([
  ["/", null, { to: "/login", state: BEHIND }],
  ["/user/ann?sort=top", null, { to: `/login${ANN}`, state: BEHIND }],
  [`/signup${ANN}`, BEHIND, { to: `/login${ANN}`, state: BEHIND }],
  [`/login${ANN}`, null, { to: `/login${ANN}`, state: null }],
])("the login linked on %s, opened with %j, leads back to the page before", (path, state, link) => {
  const [pathname = "", search = ""] = path.split("?");
  const entry = { pathname, search: search && `?${search}`, state };
  const { result } = renderHook(useLoginLink, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[entry]}>{children}</MemoryRouter>,
  });
  expect(result.current("/login")).toEqual(link);
});

// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { useLocation, useNavigationType } from "react-router";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { useFeedAddress } from "./use-feed-address.ts";

function Feed() {
  const { setFilter, isNarrow } = useFeedAddress("gemhunter");
  return (
    <>
      <button onClick={() => setFilter("gif")}>{useNavigationType()}</button>
      <p>{useLocation().search}</p>
      <p>{isNarrow ? "narrow" : "wide"}</p>
    </>
  );
}

test("a filter replaces the history entry, so that Back leaves the page", async () => {
  renderInApp(<Feed />, { path: "/user/gemhunter?sort=top" });
  act(() => screen.getByRole("button").click());
  expect(await screen.findByText("?sort=top&media=gif")).toBeTruthy();
  expect(screen.getByRole("button").textContent).toBe("REPLACE");
});

test.each([
  ["?q=%20%20", "wide"],
  ["?r=,,", "wide"],
  ["?q=opal&r=gems", "narrow"],
  ["?q=,", "narrow"],
])("an address whose words and communities are blank is not narrow: %s is %s", (query, state) => {
  renderInApp(<Feed />, { path: `/user/gemhunter${query}` });
  expect(screen.getByText(state)).toBeTruthy();
});

function Page() {
  return <Feed key={useLocation().pathname} />;
}

test.each(["/user/gemhunter/", "/user/u%2Fgemhunter"])(
  "a filter at %s keeps the page and what has the focus",
  async (path) => {
    renderInApp(<Page />, { path });
    const button = screen.getByRole("button");
    button.focus();
    act(() => button.click());
    expect(await screen.findByText("?media=gif")).toBeTruthy();
    expect(document.activeElement).toBe(button);
  },
);

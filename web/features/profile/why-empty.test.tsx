// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { searchAnswer } from "#web/testing/listings.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { WhyEmpty } from "./why-empty.tsx";

test("a companion, which is not told of private communities, knows of no public posts only", () => {
  renderInApp(
    <WhyEmpty username="gemhunter" answer={{ ...searchAnswer(), source: "companion" }} />,
  );
  const sentence = "u/gemhunter has no public pictures, galleries, GIFs or videos.";
  expect(screen.getByText(sentence)).toBeTruthy();
});

test.each([
  ["hidden", "https://www.reddit.com/user/gemhunter"],
  ["suspended", undefined],
] as const)(
  "only a profile that Reddit may show is linked there: one that is %s",
  (state, href) => {
    renderInApp(<WhyEmpty username="gemhunter" answer={searchAnswer({ profileState: state })} />);
    const [link] = screen.queryAllByRole<HTMLAnchorElement>("link", { name: "Open on Reddit" });
    expect(link?.href).toBe(href);
  },
);

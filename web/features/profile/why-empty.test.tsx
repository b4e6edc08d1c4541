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

const UNKNOWN = { userExists: false, profileState: "not_found" } as const;

test.each([
  ["hidden", { profileState: "hidden" }, "https://www.reddit.com/user/gemhunter"],
  ["suspended", { profileState: "suspended" }, undefined],
  ["unknown", UNKNOWN, undefined],
  [
    "unknown to the archive",
    { ...UNKNOWN, source: "archive" },
    "https://www.reddit.com/user/gemhunter",
  ],
] as const)(
  "only a profile that Reddit may show is linked there: one that is %s",
  (_state, change, href) => {
    renderInApp(<WhyEmpty username="gemhunter" answer={searchAnswer(change)} />);
    const [link] = screen.queryAllByRole<HTMLAnchorElement>("link", { name: "Open on Reddit" });
    expect(link?.href).toBe(href);
  },
);

test("a name that Reddit cannot have is not found there, whatever the source", () => {
  renderInApp(<WhyEmpty username="a b" answer={searchAnswer({ ...UNKNOWN, source: "archive" })} />);
  expect(screen.getByText('The user "u/a b" could not be found on Reddit.')).toBeTruthy();
});

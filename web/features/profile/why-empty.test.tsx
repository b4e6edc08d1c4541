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

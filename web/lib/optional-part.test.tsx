// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { optionalPart } from "./optional-part.tsx";

test("a component is left out until its chunk is there, and if it cannot be fetched", async () => {
  const Missing = optionalPart(() => Promise.reject(new TypeError("Failed to fetch")));
  const Note = optionalPart(async () => () => <p>A note</p>);
  renderInApp(
    <Suspense fallback={<p>Loading</p>}>
      <p>The page</p>
      <Missing />
      <Note />
    </Suspense>,
  );
  expect(document.body.textContent).toBe("The page");
  await act(async () => undefined);
  expect(screen.getByText("A note")).toBeTruthy();
  expect(document.body.textContent).toBe("The pageA note");
});

// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { optionalPart } from "./optional-part.ts";

test("a component whose chunk cannot be fetched is left out, and the page stays", async () => {
  const Missing = optionalPart(() => Promise.reject(new TypeError("Failed to fetch")));
  renderInApp(
    <>
      <p>The page</p>
      <Suspense fallback={<p>Loading</p>}>
        <Missing />
      </Suspense>
    </>,
  );
  await waitFor(() => expect(screen.queryByText("Loading")).toBeNull());
  expect(screen.getByText("The page")).toBeTruthy();
});

// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { MediaBoundary } from "./media-boundary.tsx";

test("media that fail to render leave the page in place, with Try Again", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let isBroken = true;
  const Media = () => {
    if (isBroken) throw new Error("cannot be drawn");
    return <p>A picture</p>;
  };
  renderInApp(
    <>
      <MediaBoundary>
        <Media />
      </MediaBoundary>
      <p>The rest of the post</p>
    </>,
  );
  expect(screen.getByRole("alert").textContent).toContain("Media Error");
  expect(screen.getByText("The rest of the post")).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(screen.getByText("A picture")).toBeTruthy();
});

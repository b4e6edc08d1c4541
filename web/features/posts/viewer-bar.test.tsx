// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { ViewerBar } from "./viewer-bar.tsx";

test("the slideshow's button names what it does next, and is not pressed as well", () => {
  const props = { place: null, hasPrevious: false, hasNext: false, isLoading: false };
  const none = () => undefined;
  const presses = { onPrevious: none, onNext: none, onSlideshow: none, onFullScreen: none };
  renderInApp(<ViewerBar {...props} {...presses} playing onClose={none} />);
  const stop = screen.getByRole("button", { name: "Stop slideshow" });
  expect(stop.hasAttribute("aria-pressed")).toBe(false);
});

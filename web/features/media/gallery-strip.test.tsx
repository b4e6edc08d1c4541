// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { imageMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { GalleryStrip } from "./gallery-strip.tsx";

test("a picture of the strip that failed offline is asked for again once the device is online", () => {
  const media = { kind: "gallery" as const, items: [imageMedia] };
  const { container } = renderInApp(
    <GalleryStrip media={media} slide={0} onSlide={() => undefined} />,
  );
  const src = container.querySelector("img")?.src;
  fireEvent.error(container.querySelector("img") as HTMLElement);
  expect(container.querySelector("img")).toBeNull();
  act(() => void dispatchEvent(new Event("online")));
  expect(container.querySelector("img")?.src).toBe(src);
});

test("the strip shows the smallest copies without a referrer, marks the one in view and keeps its swipes", () => {
  const copy = { url: "https://preview.redd.it/108.jpg", width: 108, height: 81 };
  const media = {
    kind: "gallery" as const,
    items: [imageMedia, { ...imageMedia, srcset: [copy] }],
  };
  renderInApp(<GalleryStrip media={media} slide={1} onSlide={() => undefined} />);
  const [first, second] = screen.getAllByRole("button");
  expect(second?.querySelector("img")?.src).toBe(copy.url);
  expect(second?.querySelector("img")?.referrerPolicy).toBe("no-referrer");
  const current = [first, second].map((button) => button?.getAttribute("aria-current"));
  expect(current).toEqual(["false", "true"]);
  expect(second?.closest("[data-own-swipe]"), "the post would change").not.toBeNull();
});

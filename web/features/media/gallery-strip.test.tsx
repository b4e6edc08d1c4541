// @vitest-environment happy-dom
import { act, fireEvent } from "@testing-library/react";
import { expect, test } from "vitest";
import { imageMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { GalleryStrip } from "./gallery-strip.tsx";

test("a picture of the strip that failed offline is asked for again once the device is online", () => {
  const media = { kind: "gallery", items: [imageMedia] } as const;
  const { container } = renderInApp(
    <GalleryStrip
      media={{ ...media, items: [...media.items] }}
      slide={0}
      onSlide={() => undefined}
    />,
  );
  const src = container.querySelector("img")?.src;
  fireEvent.error(container.querySelector("img") as HTMLElement);
  expect(container.querySelector("img")).toBeNull();
  act(() => void dispatchEvent(new Event("online")));
  expect(container.querySelector("img")?.src).toBe(src);
});

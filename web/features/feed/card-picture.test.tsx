// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedOut } from "#web/testing/sessions.ts";
import { PostCard } from "./post-card.tsx";

const pictureOf = (width: number) => ({
  url: `https://preview.redd.it/a.jpg?width=${width}`,
  width,
  height: width,
});
const [SMALL, LARGE] = [pictureOf(108), pictureOf(640)];
const post = postOf({ thumbnails: [SMALL, LARGE], thumbnailUrl: "https://preview.redd.it/b.jpg" });
const SRCSET = `${SMALL.url} 108w, ${LARGE.url} 640w`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  HTMLImageElement.prototype.decode = () => Promise.resolve();
});
afterEach(() => vi.useRealTimers());

function renderCard(isCovered: boolean, shown = post) {
  const place = { x: 0, y: 0, width: 300, height: 300, href: "/", onOpen: () => {} };
  renderInApp(
    <PostCard post={shown} isCovered={isCovered} sizes="300px" eager urgent={false} {...place} />,
    { client: clientOf(signedOut) },
  );
}

const pictures = () => [...document.querySelectorAll<HTMLImageElement>("img.card-picture")];
const asked = () =>
  pictures().map((picture) => picture.getAttribute("srcset") ?? picture.getAttribute("src"));
const link = () => screen.getByRole("link");

test("a covered card requests only the narrowest copy", () => {
  renderCard(true);
  expect(asked()).toEqual([SMALL.url]);
  expect(pictures()[0]?.sizes).toBe("");
});

test("an uncovered card requests only the srcset", () => {
  renderCard(false);
  expect(asked()).toEqual([SRCSET]);
  expect(pictures()[0]?.sizes).toBe("300px");
});

test("a covered picture with one size requests that size", () => {
  renderCard(true, { ...post, thumbnails: [LARGE] });
  expect(asked()).toEqual([LARGE.url]);
});

test("on hover the small copy stays until the sharp picture is decoded", async () => {
  renderCard(true);
  fireEvent.pointerEnter(link(), { pointerType: "mouse" });
  expect(asked()).toEqual([SMALL.url, SRCSET]);
  expect(pictures()[1]?.className).toContain("opacity-0");
  await act(async () => void fireEvent.load(pictures()[1] as HTMLElement));
  expect(asked()).toEqual([SRCSET]);
  expect(pictures()[0]?.className).not.toContain("opacity-0");
});

test("keyboard focus requests the sharp picture", () => {
  renderCard(true);
  fireEvent.focus(link());
  expect(asked()).toEqual([SMALL.url, SRCSET]);
});

test("touch requests the sharp picture after a hold, and not while scrolling past", () => {
  renderCard(true);
  fireEvent.pointerEnter(link(), { pointerType: "touch" });
  fireEvent.pointerDown(link(), { pointerType: "touch" });
  expect(asked()).toEqual([SMALL.url]);
  act(() => void vi.advanceTimersByTime(400));
  expect(asked()).toEqual([SMALL.url, SRCSET]);
  fireEvent.pointerUp(link(), { pointerType: "touch" });
  expect(asked(), "covered again, it keeps what it has").toEqual([SMALL.url, SRCSET]);
});

test("a failed small copy is replaced by the picture itself", () => {
  renderCard(true);
  fireEvent.error(pictures()[0] as HTMLElement);
  expect(asked()).toEqual([SRCSET]);
});

test("a failed picture falls back to the thumbnail, then to the small copy that has loaded", () => {
  renderCard(true);
  fireEvent.focus(link());
  fireEvent.error(pictures()[1] as HTMLElement);
  expect(asked()).toEqual([SMALL.url, post.thumbnailUrl]);
  fireEvent.error(pictures()[1] as HTMLElement);
  expect(asked()).toEqual([SMALL.url]);
});

test("a picture that failed without a connection is requested again once there is one", () => {
  renderCard(false);
  fireEvent.error(pictures()[0] as HTMLElement);
  fireEvent.error(pictures()[0] as HTMLElement);
  expect(asked()).toEqual([]);
  fireEvent(window, new Event("online"));
  expect(asked()).toEqual([SRCSET]);
});

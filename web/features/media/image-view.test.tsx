// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { imageMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { ImageView } from "./image-view.tsx";
import { stagePicture } from "./stage-picture.ts";

const srcset = [{ url: "https://preview.redd.it/1080.jpg", width: 1080, height: 810 }];

const picture = () => screen.getByAltText<HTMLImageElement>("A stone");
const box = () => picture().parentElement as HTMLElement;

const finger = (x: number) => ({ clientX: x, clientY: 0 });

function touch(name: string, ...xs: number[]) {
  const event = new Event(name, { cancelable: true });
  Object.assign(event, { touches: xs.map(finger), changedTouches: [] });
  act(() => void box().dispatchEvent(event));
}

function zoom() {
  touch("touchstart", -10, 10);
  touch("touchmove", -20, 20);
}

test("until a picture has loaded, its still and the spinner are shown", () => {
  const still = "https://i.redd.it/still.jpg";
  renderInApp(<ImageView media={imageMedia} alt="A stone" still={still} active />);
  const shown = () => [...box().querySelectorAll("img")].map(({ src }) => src);
  expect(shown()).toEqual([still, imageMedia.image.url]);
  expect(screen.getByLabelText("Loading media")).toBeTruthy();
  fireEvent.load(picture());
  expect(shown()).toEqual([imageMedia.image.url]);
  expect(screen.queryByLabelText("Loading media")).toBeNull();
});

test("a failed full-size picture ends the zoom, so that swipes change the post again", () => {
  const still = "https://i.redd.it/still.jpg";
  renderInApp(<ImageView media={imageMedia} alt="A stone" still={still} active />);
  fireEvent.load(picture());
  zoom();
  expect(box().hasAttribute("data-zoomed")).toBe(true);
  fireEvent.error(picture());
  expect(picture().src).toBe(still);
  expect(box().hasAttribute("data-zoomed")).toBe(false);
});

test("if a zoom's full-size picture cannot be loaded, the copy in view comes back and can be zoomed", () => {
  renderInApp(<ImageView media={{ ...imageMedia, srcset }} alt="A stone" still="s" active />);
  const copy = "https://preview.redd.it/1080.jpg 1080w";
  expect(picture().srcset).toBe(copy);
  expect(picture().sizes, "as preloaded").toBe(stagePicture(imageMedia).sizes);
  fireEvent.load(picture());
  zoom();
  expect(picture().srcset, "the original is asked for").toBe("");
  fireEvent.error(picture());
  expect(box().hasAttribute("data-zoomed")).toBe(false);
  expect(picture().srcset).toBe(copy);
  fireEvent.load(picture());
  zoom();
  expect(box().hasAttribute("data-zoomed")).toBe(true);
  expect(picture().srcset, "not asked for again").toBe(copy);
});

const goOnline = () => act(() => void dispatchEvent(new Event("online")));

test("a picture that failed offline is asked for again once the device is online, behind its still", () => {
  const still = "https://i.redd.it/still.jpg";
  renderInApp(<ImageView media={{ ...imageMedia, srcset }} alt="A stone" still={still} active />);
  fireEvent.error(picture());
  fireEvent.load(picture());
  expect([picture().src, picture().srcset]).toEqual([still, ""]);
  goOnline();
  const shown = () => [...box().querySelectorAll("img")].map(({ src }) => src);
  expect(shown()).toEqual([still, imageMedia.image.url]);
  expect(screen.getByLabelText("Loading media")).toBeTruthy();
  fireEvent.load(picture());
  goOnline();
  expect(shown(), "loaded already").toEqual([imageMedia.image.url]);
});

test("a zoom's full-size picture that failed offline is asked for again by a zoom online", () => {
  renderInApp(<ImageView media={{ ...imageMedia, srcset }} alt="A stone" still="s" active />);
  fireEvent.load(picture());
  zoom();
  fireEvent.error(picture());
  fireEvent.load(picture());
  goOnline();
  zoom();
  expect(picture().srcset).toBe("");
  fireEvent.load(picture());
  goOnline();
  expect(picture().srcset, "loaded already").toBe("");
});

test("Try Again moves the focus to the viewer's box, because the button disappears", () => {
  renderInApp(
    <section tabIndex={-1} data-autofocus>
      <ImageView media={imageMedia} alt="A stone" still={null} active />
    </section>,
  );
  fireEvent.error(picture());
  goOnline();
  const again = screen.getByRole("button", { name: "Try Again" });
  again.focus();
  fireEvent.click(again);
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  expect(document.activeElement?.tagName).toBe("SECTION");
  expect(picture().src).toBe(imageMedia.image.url);
});

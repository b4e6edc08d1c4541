// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { useZoom } from "./use-zoom.ts";

type Finger = readonly [x: number, y: number];

function Picture({ onZoom, enabled = true }: { onZoom: () => void; enabled?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  useZoom(box, picture, { enabled, onZoom });
  return (
    <div ref={box}>
      <img ref={picture} alt="A stone" />
    </div>
  );
}

const picture = () => screen.getByAltText("A stone");
const box = () => picture().parentElement as HTMLElement;
const isZoomed = () => box().hasAttribute("data-zoomed");
const onZoom = vi.fn<() => void>();

let reportSize = () => {};
let setEnabled: (enabled: boolean) => void;

function resizeBox(width: number, height: number) {
  vi.spyOn(box(), "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(box(), "clientHeight", "get").mockReturnValue(height);
  reportSize();
}

/** A picture of 400 by 400 pixels that fills its box, whose middle is at 200, 200. */
beforeEach(() => {
  onZoom.mockClear();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #report: () => void;
      constructor(report: () => void) {
        this.#report = report;
      }
      observe = () => void (reportSize = this.#report);
      disconnect = () => void (reportSize = () => {});
    },
  );
  const { rerender } = renderInApp(<Picture onZoom={onZoom} />);
  setEnabled = (enabled) => rerender(<Picture onZoom={onZoom} enabled={enabled} />);
  vi.unstubAllGlobals();
  const sides = [
    [box(), "clientWidth", "clientHeight"],
    [picture(), "naturalWidth", "naturalHeight"],
  ] as const;
  for (const [element, ...names] of sides)
    for (const name of names)
      Object.defineProperty(element, name, { configurable: true, get: () => 400 });
  vi.spyOn(box(), "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 400, 400));
});

const pointOf = ([clientX, clientY]: Finger) => ({ clientX, clientY });

function touch(name: string, fingers: Finger[], lifted: Finger[] = [], timeStamp = 0): Event {
  const event = new Event(name, { cancelable: true });
  const touches = { touches: fingers.map(pointOf), changedTouches: lifted.map(pointOf) };
  Object.defineProperties(event, { timeStamp: { value: timeStamp } });
  box().dispatchEvent(Object.assign(event, touches));
  return event;
}

function tap(at: Finger, timeStamp: number): Event {
  touch("touchstart", [at]);
  return touch("touchend", [], [at], timeStamp);
}

function pinch() {
  touch("touchstart", [
    [150, 200],
    [250, 200],
  ]);
  touch("touchmove", [
    [100, 200],
    [300, 200],
  ]);
}

const A: Finger = [100, 200];

test.each<[string, Finger, number, boolean]>([
  ["a second tap soon after the first, at the same place, zooms", A, 299, true],
  ["a second tap some time later does not zoom", A, 300, false],
  ["a second tap at another place does not zoom", [100, 230], 299, false],
])("%s", (_, second, timeStamp, zooms) => {
  tap(A, 0);
  tap(second, timeStamp);
  expect(isZoomed()).toBe(zooms);
  expect(onZoom).toHaveBeenCalledTimes(zooms ? 1 : 0);
});

test("a third tap is the first of another double tap", () => {
  for (const timeStamp of [0, 100, 200]) tap(A, timeStamp);
  expect(isZoomed()).toBe(true);
});

test("a double tap enlarges the place that was tapped, and another one shows the whole picture", () => {
  vi.spyOn(box(), "getBoundingClientRect").mockReturnValue(new DOMRect(20, 40, 400, 400));
  expect(tap(A, 0).defaultPrevented).toBe(false);
  expect(tap(A, 100).defaultPrevented, "no click follows").toBe(true);
  expect(picture().style.transform).toBe("translate(180px, 60px) scale(2.5)");
  expect(picture().style.transition).toContain("transform 180ms");
  for (const timeStamp of [200, 300]) tap(A, timeStamp);
  expect(picture().style.transform).toBe("");
  expect(picture().style.transition).toContain("transform 180ms");
  expect(isZoomed(), "swipes change the post again").toBe(false);
  expect(onZoom, "only of a picture that is enlarged").toHaveBeenCalledTimes(1);
});

test("a double tap on a picture that fingers enlarged shows the whole picture", () => {
  pinch();
  for (const timeStamp of [0, 100]) tap(A, timeStamp);
  expect(picture().style.transform).toBe("");
});

test("with reduced motion a double tap enlarges at once", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  for (const timeStamp of [0, 100]) tap(A, timeStamp);
  vi.unstubAllGlobals();
  expect(picture().style.transition).toBe("none");
  expect(isZoomed()).toBe(true);
});

test("a tap with two fingers is not the first of a double tap", () => {
  touch("touchstart", [A, A]);
  touch("touchend", [A], [A]);
  touch("touchend", [], [A], 0);
  tap(A, 100);
  expect(isZoomed()).toBe(false);
});

test("a swipe and a tap are no double tap", () => {
  touch("touchstart", [A]);
  touch("touchmove", [[100, 210]]);
  touch("touchend", [], [[100, 210]], 0);
  tap(A, 100);
  expect(isZoomed()).toBe(false);
  tap(A, 200);
  expect(isZoomed(), "but two taps are").toBe(true);
});

test("the finger that stays after a pinch moves the picture, without a jump", () => {
  pinch();
  expect(picture().style.transform).toBe("translate(0px, 0px) scale(2)");
  expect(picture().style.transition, "the fingers are followed at once").toBe("none");
  expect(isZoomed()).toBe(true);
  expect(onZoom).toHaveBeenCalled();
  touch("touchend", [[300, 200]], [[100, 200]]);
  touch("touchmove", [[290, 205]]);
  expect(picture().style.transform).toBe("translate(-10px, 5px) scale(2)");
});

test("one finger is left to the page until the picture is zoomed, and two never are", () => {
  const moves = () =>
    [touch("touchstart", [A]), touch("touchmove", [[150, 200]])].map(
      ({ defaultPrevented }) => defaultPrevented,
    );
  expect(moves()).toEqual([false, false]);
  expect(touch("touchstart", [A, [150, 200]]).defaultPrevented).toBe(true);
  touch("touchend", [A], [A]);
  expect(touch("touchmove", [[150, 200]]).defaultPrevented, "the finger that stays").toBe(false);
  pinch();
  expect(moves()).toEqual([false, true]);
});

test("on a turned phone a zoomed picture keeps filling its box, without bars", () => {
  pinch();
  touch("touchmove", [
    [0, 200],
    [200, 200],
  ]);
  expect(picture().style.transform).toBe("translate(-100px, 0px) scale(2)");
  resizeBox(800, 400);
  expect(picture().style.transform, "as wide as the box").toBe("translate(0px, 0px) scale(2)");
});

test("a picture that is not zoomed is left alone when its box changes", () => {
  resizeBox(800, 400);
  expect(picture().style.transform).toBe("");
  expect(isZoomed()).toBe(false);
  expect(onZoom).not.toHaveBeenCalled();
  pinch();
  expect(picture().style.transform).toBe("translate(0px, 0px) scale(2)");
});

test("a picture out of view is whole again, and its fingers are the page's", () => {
  pinch();
  setEnabled(false);
  const isWhole = () => picture().style.transform === "" && !isZoomed();
  expect(isWhole()).toBe(true);
  pinch();
  expect(isWhole()).toBe(true);
});

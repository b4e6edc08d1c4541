import { expect, test } from "vitest";
import { clampZoom, refitZoom, UNZOOMED, zoomAround } from "./zoom.ts";

const BOX = { width: 400, height: 800 };
const WIDE = { width: 2000, height: 1000 };

test("the point under the fingers stays under them", () => {
  const zoom = zoomAround(UNZOOMED, 2, { x: 100, y: -50 });
  expect(zoom).toEqual({ scale: 2, x: -100, y: 50 });
  expect(zoomAround(zoom, 1, { x: 100, y: -50 })).toEqual(UNZOOMED);
});

test("fingers that move during a pinch move the picture", () => {
  expect(zoomAround(UNZOOMED, 1, { x: 0, y: 0 }, { x: 30, y: 10 })).toEqual({
    scale: 1,
    x: 30,
    y: 10,
  });
});

test("a picture is at least as large as its box and at most five times as large", () => {
  expect(clampZoom({ scale: 0.2, x: 0, y: 0 }, WIDE, BOX).scale).toBe(1);
  expect(clampZoom({ scale: 90, x: 0, y: 0 }, WIDE, BOX).scale).toBe(5);
  expect(zoomAround(UNZOOMED, 90, { x: 10, y: 0 })).toEqual({ scale: 5, x: -40, y: 0 });
});

test("an edge of the picture moves no further than the edge of its box", () => {
  const far = { scale: 2, x: 5000, y: 5000 };
  expect(clampZoom(far, WIDE, BOX), "200 px high, so twice that still fits").toEqual({
    scale: 2,
    x: 200,
    y: 0,
  });
  expect(clampZoom({ ...far, scale: 5 }, WIDE, BOX)).toEqual({ scale: 5, x: 800, y: 100 });
});

test("a picture taller than its box stands in its middle until it is wider, too", () => {
  const tall = { width: 500, height: 4000 };
  const far = { scale: 2, x: 5000, y: -5000 };
  expect(clampZoom(far, tall, BOX), "100 px wide").toEqual({ scale: 2, x: 0, y: -400 });
  expect(clampZoom({ ...far, scale: 5 }, tall, BOX)).toEqual({ scale: 5, x: 50, y: -1600 });
});

test("in a box of another size the same place of the picture stays in the middle", () => {
  const zoom = { scale: 2, x: -100, y: 50 };
  const turned = { width: 800, height: 400 };
  expect(refitZoom(zoom, WIDE, BOX, turned), "400 px wide before, 800 now").toEqual({
    scale: 2,
    x: -200,
    y: 100,
  });
});

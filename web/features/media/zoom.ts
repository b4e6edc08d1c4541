/** A picture's scale, and its shift from the middle of its box in pixels. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 };
const MAX_ZOOM_SCALE = 5;

const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));

/** The size at which the whole picture fits into its box. */
function containedSize(picture: Size, box: Size): Size {
  const fit = Math.min(box.width / picture.width, box.height / picture.height);
  return { width: picture.width * fit, height: picture.height * fit };
}

/** Limits the scale, and keeps the edges of a picture larger than its box from moving inside it. */
export function clampZoom({ scale, x, y }: Zoom, picture: Size, box: Size): Zoom {
  const clamped = Math.min(MAX_ZOOM_SCALE, Math.max(1, scale));
  const { width, height } = containedSize(picture, box);
  return {
    scale: clamped,
    x: within(x, Math.max(0, (width * clamped - box.width) / 2)),
    y: within(y, Math.max(0, (height * clamped - box.height) / 2)),
  };
}

/** Scales so that the point under `from` moves to `to`; both are measured from the middle of the box. */
export function zoomAround(zoom: Zoom, scale: number, from: Point, to: Point = from): Zoom {
  const limited = Math.min(MAX_ZOOM_SCALE, Math.max(1, scale));
  const ratio = limited / zoom.scale;
  return {
    scale: limited,
    x: to.x - (from.x - zoom.x) * ratio,
    y: to.y - (from.y - zoom.y) * ratio,
  };
}

/** In a box of another size the place in the middle stays there. */
export function refitZoom({ scale, x, y }: Zoom, picture: Size, from: Size, to: Size): Zoom {
  const ratio = containedSize(picture, to).width / containedSize(picture, from).width;
  return { scale, x: x * ratio, y: y * ratio };
}

/**
 * How wide a tile of the grid is, in the words of an image's `sizes`: the Worker preloads the first
 * pictures before any script has measured anything. A test holds it to the feed's own arithmetic.
 */
export const GRID_TILE_SIZES =
  "(max-width: 639px) calc(100vw - 24px), (max-width: 1023px) calc(50vw - 32px), calc((min(100vw, 1920px) - 80px) / 3)";

const COLUMNS = 16;
const ROWS = 7;
const SHADES = 6;

/** Pseudo-random, but the same for the same arguments. */
function scatter(x: number, y: number, salt: number): number {
  const value = Math.sin(x * 127.1 + y * 311.7 + salt * 74.7) * 43_758.5453;
  return value - Math.floor(value);
}

function corner(x: number, y: number): [number, number] {
  const edge = x === 0 || x === COLUMNS || y === 0 || y === ROWS;
  const spread = edge ? 0 : 0.68;
  return [
    (x + (scatter(x, y, 1) - 0.5) * spread) * 100,
    (y + (scatter(x, y, 2) - 0.5) * spread) * 100,
  ];
}

const triangle = (points: [number, number][]) =>
  `M${points.map(([x, y]) => `${x.toFixed(0)} ${y.toFixed(0)}`).join("L")}Z`;

export const FACETS_VIEW = `0 0 ${COLUMNS * 100} ${ROWS * 100}`;

/** A plane of cut facets in six paths, one per shade. */
export function facetPaths(): string[] {
  const paths = Array.from({ length: SHADES }, () => "");
  for (let y = 0; y < ROWS; y += 1) {
    for (let x = 0; x < COLUMNS; x += 1) {
      const [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
      const halves =
        scatter(x, y, 3) > 0.5
          ? [
              [a, b, c],
              [a, c, d],
            ]
          : [
              [a, b, d],
              [b, c, d],
            ];
      for (const [index, half] of halves.entries()) {
        const shade = Math.floor(scatter(x, y, 4 + index) * SHADES);
        paths[shade] += triangle(half as [number, number][]);
      }
    }
  }
  return paths;
}

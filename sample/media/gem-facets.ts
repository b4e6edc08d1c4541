/** The facets of a cut stone, as planes: x, y, z of the normal and the distance. */
type Outline = (azimuth: number) => number;

const DEG = Math.PI / 180;

const round: Outline = () => 1;
const oval =
  (a: number, b: number): Outline =>
  (t) =>
    Math.hypot(a * Math.cos(t), b * Math.sin(t));
const cushion: Outline = (t) => 0.42 * (Math.abs(Math.cos(t)) + Math.abs(Math.sin(t))) + 0.5;

interface Ring {
  count: number;
  /** The ring's turn, as a fraction of a step. */
  turn: number;
  /** Slope in degrees, negative below the girdle. */
  slope: number;
  /** A point of the facet: fraction of the outline, and height. */
  radius: number;
  height: number;
}

const BRILLIANT: Ring[] = [
  { count: 8, turn: 0.5, slope: 21, radius: 0.525, height: 0.34 },
  { count: 8, turn: 0, slope: 33, radius: 1, height: 0.03 },
  { count: 16, turn: 0.5, slope: 40, radius: 0.985, height: 0.03 },
  { count: 16, turn: 0, slope: 90, radius: 0.995, height: 0 },
  { count: 16, turn: 0.5, slope: -42.6, radius: 0.985, height: -0.03 },
  { count: 8, turn: 0, slope: -40.8, radius: 0.985, height: -0.03 },
];

function rings(list: Ring[], outline: Outline, table: number): number[] {
  const planes = [0, 1, 0, table];
  for (const { count, turn, slope, radius, height } of list) {
    const side = slope < 0 ? -1 : 1;
    const s = Math.sin(Math.abs(slope) * DEG);
    const c = Math.cos(Math.abs(slope) * DEG) * side;
    for (let i = 0; i < count; i++) {
      const t = ((i + turn) / count) * 2 * Math.PI;
      planes.push(s * Math.cos(t), c, s * Math.sin(t), s * radius * outline(t) + c * height);
    }
  }
  return planes;
}

/** The emerald cut: steps on all sides. */
function steps(a: number, b: number, corner: number): number[] {
  const planes = [0, 1, 0, 0.36];
  const sides: [number, number][] = [
    [0, a],
    [90, b],
    [180, a],
    [270, b],
    [45, corner],
    [135, corner],
    [225, corner],
    [315, corner],
  ];
  const slopes: [number, number, number][] = [
    [90, 1, 0],
    [47, 1, 0.05],
    [36, 0.93, 0.13],
    [25, 0.82, 0.22],
    [-54, 1, -0.04],
    [-46, 0.9, -0.18],
    [-38, 0.72, -0.4],
  ];
  for (const [azimuth, distance] of sides) {
    for (const [slope, radius, height] of slopes) {
      const s = Math.sin(Math.abs(slope) * DEG);
      const c = Math.cos(Math.abs(slope) * DEG) * (slope < 0 ? -1 : 1);
      const x = Math.cos(azimuth * DEG);
      const z = Math.sin(azimuth * DEG);
      planes.push(s * x, c, s * z, s * radius * distance + c * height);
    }
  }
  return planes;
}

/** Seeds 0 to 7 have their own cuts; other seeds pick one of them. */
export function facets(variant: number): number[] {
  const cuts = [
    () => rings(BRILLIANT, round, 0.34),
    () => steps(1.12, 0.82, 1.14),
    () => rings(BRILLIANT, oval(0.86, 1.12), 0.34),
    () => rings(BRILLIANT, cushion, 0.34),
    () => rings(BRILLIANT, round, 0.34),
    () => rings(BRILLIANT, round, 0.34),
    () => rings(BRILLIANT, oval(0.84, 1.1), 0.34),
    () => steps(0.72, 1.25, 1.16),
  ];
  const index = variant < 8 ? variant : [0, 1, 2, 3, 7, 6][variant % 6];
  return (cuts[index ?? 0] ?? cuts[0])?.() ?? [];
}

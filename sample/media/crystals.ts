/** Groups of crystals for the tracing scenes, each crystal two vectors of four numbers. */
function random(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Hexagonal points from one root: direction and thickness; length, turn, and where it starts. */
export function points(seed: number): number[] {
  const next = random(seed * 7);
  const out: number[] = [];
  for (let i = 0; i < 18; i++) {
    const main = i === 0;
    const lean = main ? 0.08 : 0.16 + 0.85 * Math.sqrt(i / 18) * (0.75 + 0.5 * next());
    const around = i * 2.399 + next() * 0.9;
    const dir = [
      Math.sin(lean) * Math.cos(around),
      Math.cos(lean),
      Math.sin(lean) * Math.sin(around),
    ];
    const thick = main ? 0.32 : 0.13 + 0.17 * next() * (1 - i / 26);
    const long = main ? 2.05 : (1.05 + 0.75 * next()) * (1.12 - lean * 0.3);
    out.push(...dir.map((v) => Number(v.toFixed(4))), thick, long, next() * 6.28, next(), next());
  }
  return out;
}

/** Intergrown cubes: centre and half edge; three angles and a colour. */
export function boxes(seed: number): number[] {
  const next = random(seed * 13 + 5);
  const out: number[] = [];
  for (let i = 0; i < 20; i++) {
    const around = i * 2.399;
    const away = 0.16 + 1.0 * Math.sqrt(i / 20);
    const half = i < 4 ? 0.4 + 0.16 * next() : 0.16 + 0.24 * next();
    out.push(
      Math.cos(around) * away * 1.25 + 0.2 * (next() - 0.5),
      0.25 * next() - 0.42 * away + half * 0.3,
      Math.sin(around) * away + 0.2 * (next() - 0.5),
      half,
      (next() - 0.5) * 1.4,
      next() * 1.57,
      (next() - 0.5) * 1.4,
      next(),
    );
  }
  return out;
}

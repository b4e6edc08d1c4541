/** A facet of the mark: a closed path in a box of 48. */
interface Facet {
  d: string;
  fill: string;
  opacity?: number;
}

/** The product's mark, a cut citrine: in pages (view/gem.tsx) and in the icons (tools/pictures.ts). */
export const MARK: readonly Facet[] = [
  { d: "M13 7h22l10 13H3z", fill: "#f6b73c" },
  { d: "M3 20h42L24 44z", fill: "#c67d12" },
  { d: "M13 7h22l-5 13H18z", fill: "#ffd98a" },
  { d: "M18 20h12l-6 24z", fill: "#f6b73c" },
  { d: "M13 7h11l-6 13H3z", fill: "#ffedc4", opacity: 0.6 },
];

/** The facets as SVG. */
export const markPaths = (): string =>
  MARK.map(
    ({ d, fill, opacity = 1 }) =>
      `<path fill="${fill}" d="${d}"${opacity < 1 ? ` opacity="${opacity}"` : ""} />`,
  ).join("\n    ");

const FACETS: [points: string, light: number][] = [
  ["0,0 150,0 90,110", 0.5],
  ["150,0 260,90 90,110", 0.9],
  ["150,0 380,0 260,90", 0.35],
  ["380,0 400,0 400,150 260,90", 0.6],
  ["0,0 90,110 0,190", 0.25],
  ["90,110 260,90 190,230", 0.75],
  ["260,90 400,150 330,260", 0.45],
  ["260,90 330,260 190,230", 1],
  ["0,190 90,110 190,230", 0.55],
  ["0,190 190,230 70,340", 0.3],
  ["190,230 330,260 240,380", 0.5],
  ["190,230 240,380 70,340", 0.2],
  ["330,260 400,150 400,330", 0.7],
  ["330,260 400,330 240,380", 0.25],
];

/** Decoration that fills its positioned parent and fades out at the bottom. */
export function Facets() {
  return (
    <svg
      viewBox="0 0 400 400"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      focusable="false"
      className="absolute inset-0 size-full [mask-image:linear-gradient(#000_30%,transparent_75%)]"
    >
      {FACETS.map(([points, light]) => (
        <polygon
          key={points}
          points={points}
          fill="#f6b73c"
          fillOpacity={light * 0.42}
          stroke="#f6b73c"
          strokeOpacity={0.35}
          strokeWidth={0.75}
        />
      ))}
    </svg>
  );
}

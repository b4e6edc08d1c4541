import { MARK } from "#schema/mark.ts";

/** The product's mark. Its facets stay citrine in both themes. */
export function Gem({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      {MARK.map((facet) => (
        <path key={facet.d} {...facet} />
      ))}
    </svg>
  );
}

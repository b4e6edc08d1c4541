import { useState } from "react";
import { brand } from "#schema/brand.ts";
import { clearRecentSearches, recentSearches } from "./recent-searches.ts";
import { SearchForm } from "./search-form.tsx";
import { focusMain } from "#web/lib/focus-main.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { HeroSection } from "#view/hero-section.tsx";
import { Icon } from "#view/icon.tsx";
import { FACETS_VIEW, facetPaths } from "./facets.ts";

const FACETS = facetPaths();
/** The same facets lit from the other side: the animation fades between the two. */
const FACETS_TURNED = FACETS.toReversed();

const pill =
  "inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-medium whitespace-nowrap transition-colors hover:border-quiet";

function Mosaic() {
  return [FACETS, FACETS_TURNED].map((facets) => (
    <svg
      key={facets[0]}
      viewBox={FACETS_VIEW}
      preserveAspectRatio="xMidYMax slice"
      focusable="false"
    >
      {facets.map((path, shade) => (
        <path key={path} d={path} opacity={0.02 + (shade / 5) ** 2 * 0.24} />
      ))}
    </svg>
  ));
}

function Recent() {
  const [names, setNames] = useState(recentSearches);
  if (names.length === 0) return null;
  return (
    <nav aria-label="Recent searches" className="hero-recent">
      <span className="shrink-0 text-quiet">Recent</span>
      <ul className="flex min-w-0 gap-4 overflow-x-auto">
        {names.map((name) => (
          <li key={name}>
            <Link
              to={paths.user(name)}
              className="inline-flex min-h-11 items-center hover:underline"
            >
              u/{name}
            </Link>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="hit shrink-0 text-quiet hover:text-text"
        onClick={() => {
          clearRecentSearches();
          setNames([]);
          // The button goes with the names.
          focusMain();
        }}
      >
        Clear
      </button>
    </nav>
  );
}

export function Hero() {
  return (
    <HeroSection mosaic={<Mosaic />} search={<SearchForm kind="hero" />}>
      <Link to={paths.user(brand.popularUsername)} className={`${pill} mt-4`}>
        <Icon name="trophy" size={18} className="text-citrine" />
        Popular
        <span className="truncate text-quiet">u/{brand.popularUsername}</span>
      </Link>
      <Recent />
    </HeroSection>
  );
}

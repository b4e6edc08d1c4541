import type { ReactNode } from "react";
import { brand } from "#schema/brand.ts";

/** `children` stand below the search. */
export function HeroSection({
  mosaic,
  search,
  children,
}: {
  mosaic?: ReactNode;
  search: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="hero">
      <div aria-hidden="true" className="hero-mosaic">
        {mosaic}
      </div>
      <div className="relative mx-auto flex w-full max-w-3xl flex-col items-center px-4 text-center">
        <h1 className="font-display text-2xl font-extrabold tracking-tight max-xs:text-[length:min(2.75rem,18vw)] sm:text-3xl">
          {brand.headline}
        </h1>
        <p className="mt-4 text-lg text-quiet">{brand.tagline}</p>
        {search}
        {children}
      </div>
    </section>
  );
}

import { brand } from "#schema/brand.ts";
import { SearchForm } from "#web/features/search/search-form.tsx";
import { pageTitles } from "#schema/page-titles.ts";
import { usePageTitle } from "#web/lib/page-title.ts";

export function HomePage() {
  usePageTitle(pageTitles.home());
  return (
    <section className="grid h-[600px] place-content-center gap-6 px-4 text-center">
      <h1 className="font-display text-2xl font-extrabold sm:text-3xl">{brand.headline}</h1>
      <p className="text-lg text-quiet">{brand.tagline}</p>
      <SearchForm size="hero" name="Search for a creator" />
    </section>
  );
}

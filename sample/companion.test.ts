import { expect, test } from "vitest";
import { publicListing, publicUser } from "#extension/public-fields.ts";
import { normaliseListing } from "#normalise/listing.ts";
import { normaliseProfile } from "#normalise/profile.ts";
import { CREATORS, listed } from "./creators/all.ts";
import { user } from "./user.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

test("the companion's answer holds every field that the normaliser reads", () => {
  let count = 0;
  for (const creator of CREATORS) {
    const children = creator.posts.map((spec) => ({
      kind: "t3",
      data: { ...listed(spec, creator, NOW), saved: true },
    }));
    const raw = normaliseListing(children, NOW, creator.name);
    const found = publicListing({ data: { children, after: null } });
    expect(normaliseListing(found?.children ?? [], NOW, creator.name)).toEqual(raw);
    count += raw.posts.length;
    const about = user(creator, NOW);
    expect(normaliseProfile(publicUser(about), "x")).toEqual(normaliseProfile(about, "x"));
  }
  expect(count).toBeGreaterThan(100);
});

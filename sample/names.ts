/** Every name of the sample source, with its purpose. */
export const SAMPLE_NAMES = {
  gemhunter: "a rich mix of every kind of post; the 'Popular' shortcut",
  northlight: "landscapes and night skies",
  macro_mica: "galleries with captions; no verified e-mail",
  tallpines: "tall pictures",
  slowlight_films: "films with sound",
  loopsmith: "GIFs and silent loops",
  clipquarry: "RedGifs clips",
  stone_a_day: "300 posts to scroll through",
  long_seam: "1,500 posts of six years in 24 communities",
  velvet_hours: "an adult profile",
  oddments: "every odd shape Reddit's answers take",
  tangle_of_words: "hostile and very long strings",
  quarry_talk: "posts, but no media",
  lostclaim: "a suspended account",
  quietvein: "a profile that hides its posts",
  blank_slate: "a new account with nothing at all",
  fault_429: "rate limited, with Retry-After",
  fault_403: "a 403 HTML block page",
  fault_500: "a 500 HTML page",
  fault_slow: "answers after 20 seconds",
  fault_truncated: "JSON that breaks off",
  fault_empty: "200 with an empty body",
  fault_page2: "130 posts whose second upstream page fails",
  fault_about: "the profile fails, the posts are fine",
  fault_listing: "the posts are forbidden, the profile is fine",
} as const;
export type SampleName = keyof typeof SAMPLE_NAMES;

/** Creators for a first impression, best first; the seeded boards begin with them. */
export const SHOWCASE: readonly SampleName[] = [
  "gemhunter",
  "northlight",
  "macro_mica",
  "tallpines",
  "slowlight_films",
  "loopsmith",
  "clipquarry",
  "stone_a_day",
];

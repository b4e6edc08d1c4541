import { gallery } from "#sample/content/galleries.ts";
import { redgifs } from "#sample/content/hosts.ts";
import { image } from "#sample/content/pictures.ts";
import { video } from "#sample/content/videos.ts";
import type { CreatorSpec } from "#sample/user.ts";
import { rows } from "./rows.ts";

const adult = { over18: true } as const;

/** Adult by its flags only: the pictures show cloth and smoke. */
export const velvetHours: CreatorSpec = {
  name: "velvet_hours",
  title: "Velvet Hours",
  description: "After-dark studies in cloth and smoke. 18+.",
  avatar: "velvetho",
  years: 5,
  linkKarma: 97_300,
  commentKarma: 640,
  over18: true,
  posts: rows("1vel", [
    ["Study in rose and shadow", "after_dark_art", 2, 1877, 22, image("velvet01"), adult],
    ["Folds, late", "after_dark_art", 13, 1204, 14, image("velvet02"), adult],
    [
      "An evening in four parts",
      "after_dark_art",
      30,
      2630,
      41,
      gallery([
        { image: "velvet01", caption: "Nine" },
        { image: "velvet03", caption: "Ten" },
        { image: "velvet04", caption: "Eleven" },
        { image: "velvet06", caption: "Midnight" },
      ]),
      adult,
    ],
    ["Smoke, lit from below", "after_dark_art", 55, 940, 9, image("velvet04"), adult],
    ["Silk falling, with music", "after_dark_art", 77, 1490, 17, video("silkflow"), adult],
    ["Crimson on crimson", "nsfw", 102, 3310, 60, image("velvet03"), adult],
    ["Copper clip", "after_dark_art", 130, 880, 7, redgifs("CopperPatientLynx"), adult],
    ["What the smoke knew", "after_dark_art", 166, 702, 5, image("velvet05"), adult],
    [
      "Midnight, unbuttoned",
      "after_dark_art",
      211,
      1120,
      12,
      image("velvet06"),
      { ...adult, spoiler: true },
    ],
    ["Not marked by the poster, but the community is", "nsfw", 260, 455, 3, image("velvet02")],
  ]),
};

import { gallery } from "#sample/content/galleries.ts";
import { image } from "#sample/content/pictures.ts";
import { video } from "#sample/content/videos.ts";
import type { CreatorSpec } from "#sample/user.ts";
import { rows } from "./rows.ts";

const posts = rows("1nor", [
  ["First light over the Pale Needles", "EarthPicture", 5, 2841, 96, image("dolomite")],
  ["The aurora came back for eleven minutes", "NightSkyWatch", 19, 5120, 212, image("auroragr")],
  [
    "Aurora in real time, with the sound of the lake",
    "NightSkyWatch",
    27,
    1930,
    74,
    video("auroramv"),
  ],
  ["Milky Way over a lake that forgot to move", "NightSkyWatch", 52, 7344, 301, image("milkylak")],
  [
    "One ridge, three evenings",
    "EarthPicture",
    75,
    1248,
    40,
    gallery([
      { image: "alpenglo", caption: "Monday: alpenglow, no wind" },
      { image: "dolomite", caption: "Wednesday: haze in the valley" },
      { image: "duneseas", caption: "Friday: a detour to the sand" },
    ]),
  ],
  ["Alpenglow, the last four seconds of it", "EarthPicture", 98, 3902, 118, image("alpenglo")],
  ["Sunset poured into the sea", "SeaAndSky", 121, 884, 22, image("seasunse")],
  ["Dunes that think they are waves", "EarthPicture", 170, 2210, 64, image("duneseas")],
  ["Pines at dusk, frost on the lens", "ForestLight", 214, 1433, 37, image("pinedusk")],
  [
    "Second contact. I did cry.",
    "EclipseChasers",
    260,
    11_870,
    540,
    image("eclipsec"),
    { awards: 3 },
  ],
  ["The swell an hour before the storm", "SeaAndSky", 311, 640, 19, video("seawaves")],
  [
    "A nebula over my shed (40 hours of light)",
    "Astro_Amateurs",
    402,
    6230,
    187,
    image("nebulaor"),
  ],
]);

export const northlight: CreatorSpec = {
  name: "northlight",
  title: "North Light",
  description: "Mountains, water and long exposures. Prints on request.",
  avatar: "northlig",
  years: 7,
  linkKarma: 184_201,
  commentKarma: 9_320,
  posts,
};

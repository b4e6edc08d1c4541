import { gallery } from "#sample/content/galleries.ts";
import { redgifs } from "#sample/content/hosts.ts";
import { gif, image } from "#sample/content/pictures.ts";
import { loop, video } from "#sample/content/videos.ts";
import type { CreatorSpec } from "#sample/user.ts";
import { rows } from "./rows.ts";

export const tallpines: CreatorSpec = {
  name: "tallpines",
  title: "Tall Pines",
  description: "Everything upright. Shot on a phone turned the right way.",
  avatar: "tallpine",
  years: 4,
  linkKarma: 51_230,
  commentKarma: 2_204,
  posts: rows("1tal", [
    ["Fog went up, trees stayed down", "ForestLight", 2, 1733, 40, image("fogpines")],
    ["Milky Way, straight up", "NightSkyWatch", 11, 5210, 133, image("milkyway")],
    ["The narrowest part of the canyon", "EarthPicture", 25, 2804, 61, image("slotcany")],
    ["Violet aurora over the wood store", "NightSkyWatch", 40, 3902, 99, image("auroravi")],
    ["Dune, upright", "EarthPicture", 63, 1190, 22, image("dunetall")],
    ["Pines at five in the morning", "ForestLight", 90, 860, 17, image("pinedawn")],
    ["Moon road", "SeaAndSky", 118, 2411, 54, image("seamoonl")],
    ["The tall one", "EarthPicture", 161, 1508, 28, image("tallpeak")],
    ["Tourmaline is also taller than wide", "Gemstones_Daily", 204, 730, 12, image("tourmali")],
    ["Malachite tower", "MineralFinds", 251, 655, 9, image("malachit")],
    ["Aquamarine, portrait orientation", "Gemstones_Daily", 309, 512, 8, image("aquamari")],
    [
      "A tall week",
      "EarthPicture",
      377,
      944,
      20,
      gallery([
        { image: "pinedawn", caption: "Dawn" },
        { image: "slotcany", caption: "Noon" },
        { image: "seamoonl", caption: "Moonrise" },
        { image: "milkyway", caption: "Midnight" },
      ]),
    ],
    ["Silk falls, upright film with sound", "GemClips", 420, 388, 7, video("silkflow")],
  ]),
};

export const loopsmith: CreatorSpec = {
  name: "loopsmith",
  title: "Loops by the Smith",
  description: "Short things that never end.",
  avatar: "loopsmit",
  years: 3,
  linkKarma: 88_410,
  commentKarma: 1_020,
  posts: rows("1loo", [
    ["Opal roll", "PerfectLoops_", 4, 3120, 66, loop("loopopal")],
    ["Bismuth, an honest GIF", "PerfectLoops_", 15, 1204, 30, gif("gifbismu")],
    ["Agate breathing", "PerfectLoops_", 28, 980, 14, loop("loopagat")],
    ["Soap film weather", "PerfectLoops_", 49, 2044, 41, loop("loopsoap")],
    ["Aurora in 400 pixels", "PerfectLoops_", 76, 655, 9, gif("gifauror")],
    ["Amethyst turntable", "Gemstones_Daily", 101, 1811, 27, loop("loopgem1")],
    ["Light drawing itself", "PerfectLoops_", 133, 1377, 21, loop("looplite")],
    [
      "A drawer full of loops",
      "PerfectLoops_",
      190,
      744,
      12,
      gallery([
        { gif: "gifbismu", caption: "A true GIF" },
        { image: "bismuth1", caption: "Its still life" },
        { gif: "gifauror", caption: "Another" },
      ]),
    ],
  ]),
};

export const slowlightFilms: CreatorSpec = {
  name: "slowlight_films",
  title: "Slow Light Films",
  description: "Six-second films. Headphones recommended.",
  avatar: "slowligh",
  years: 6,
  linkKarma: 133_904,
  commentKarma: 4_411,
  posts: rows("1slo", [
    ["Sapphire, key of D", "GemClips", 3, 2130, 51, video("gemturn1")],
    ["Northern lights over still water", "NightSkyWatch", 12, 4904, 140, video("auroramv")],
    ["Swell", "SeaAndSky", 29, 1730, 33, video("seawaves")],
    ["Silk, falling up", "GemClips", 47, 1288, 24, video("silkflow")],
    ["Inside the nebula", "Astro_Amateurs", 70, 3477, 82, video("nebulamv")],
    ["What a swimming pool sees (no sound)", "MacroWorlds", 104, 902, 16, video("causticv")],
    [
      "An older upload, from before Reddit said whether there is sound",
      "SeaAndSky",
      4380,
      611,
      11,
      video("seawaves", { has_audio: undefined }),
    ],
    [
      "Three takes",
      "GemClips",
      201,
      540,
      8,
      gallery([
        { video: "auroramv", caption: "Take one" },
        { image: "auroragr", caption: "A frame from it" },
        { video: "silkflow", caption: "Take two" },
      ]),
    ],
  ]),
};

export const macroMica: CreatorSpec = {
  name: "macro_mica",
  title: "Macro Mica",
  description: "Very small places, very close up.",
  avatar: "macromic",
  years: 2,
  linkKarma: 24_005,
  commentKarma: 3_110,
  verifiedEmail: false,
  posts: rows("1mac", [
    [
      "Opal: the same stone under four lamps",
      "MacroWorlds",
      6,
      2711,
      73,
      gallery([
        { image: "opalfire", caption: "Tungsten" },
        { image: "opaldark", caption: "Nothing but the window" },
        { image: "labrador", caption: "Its cousin, labradorite, in the same box" },
      ]),
    ],
    ["Dew, two hundred frames stacked", "MacroWorlds", 17, 1920, 44, image("dewdrops")],
    ["Thickness of a soap film, in colours", "MacroWorlds", 34, 1104, 29, image("soapfilm")],
    ["Bubbles that held still for once", "MacroWorlds", 58, 833, 15, image("bubbles1")],
    ["Nacre inside an ammonite", "FossilHunters", 82, 2308, 50, image("ammonite")],
    [
      "Agate is a landscape if you stand close enough",
      "MineralFinds",
      109,
      1522,
      31,
      gallery([
        { image: "agateblu", caption: "A lake" },
        { image: "agatefir", caption: "A canyon" },
        { image: "malachit", caption: "A forest from above" },
        { image: "geodepur", caption: "A cave with the light on" },
      ]),
    ],
    ["Hopper crystals", "MineralFinds", 150, 977, 18, image("bismuth1")],
    ["Light through a glass of water", "MacroWorlds", 198, 640, 11, image("causticp")],
    ["Fluorite edges", "MineralFinds", 240, 712, 9, image("fluorite")],
    ["Soap, moving", "MacroWorlds", 288, 1340, 26, loop("loopsoap")],
  ]),
};

export const clipquarry: CreatorSpec = {
  name: "clipquarry",
  title: "Clip Quarry",
  description: "Clips, hosted where clips live.",
  avatar: "clipquar",
  years: 5,
  linkKarma: 61_777,
  commentKarma: 840,
  posts: rows("1cli", [
    ["Amber, with sound", "GemClips", 5, 1401, 25, redgifs("AmberDriftingHeron")],
    ["Cobalt pool", "GemClips", 22, 930, 13, redgifs("CobaltRisingTern")],
    ["Velvet comet", "GemClips", 45, 1207, 20, redgifs("VelvetSilentComet")],
    ["Green fire on the horizon", "NightSkyWatch", 71, 2210, 37, redgifs("MossyGlowingNewt")],
    ["Copper silk", "GemClips", 99, 744, 9, redgifs("CopperPatientLynx")],
    [
      "Cobalt pool, again for the quiet room",
      "MacroWorlds",
      100,
      188,
      2,
      redgifs("CobaltRisingTern"),
    ],
  ]),
};

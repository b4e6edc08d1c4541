import { crosspost, orphanCrosspost } from "#sample/content/crosspost.ts";
import { emptyGallery, gallery } from "#sample/content/galleries.ts";
import { imgur, link, lostRedgifs } from "#sample/content/hosts.ts";
import { image } from "#sample/content/pictures.ts";
import { inline, text } from "#sample/content/texts.ts";
import { processingVideo, video } from "#sample/content/videos.ts";
import type { CreatorSpec } from "#sample/user.ts";
import { nth, rows } from "./rows.ts";
import { slowlightFilms } from "./makers.ts";

const plain = { avatar: null, years: 3, linkKarma: 2_410, commentKarma: 300 } as const;

const talk: CreatorSpec = {
  ...plain,
  name: "quarry_talk",
  title: "Quarry Talk",
  description: "Words about stones, and not one picture of them.",
  posts: rows("1tlk", [
    [
      "Which saw blade for jasper?",
      "RockTumblers",
      8,
      40,
      61,
      text("Mine wanders. <Yours> & mine?"),
    ],
    [
      "Grit sizes, a long answer",
      "RockTumblers",
      30,
      210,
      33,
      text("80, 220, 600, then patience."),
    ],
    [
      "An article about tumblers",
      "RockTumblers",
      70,
      12,
      1,
      link("https://example.com/tumblers", "pyritecu"),
    ],
  ]),
};

/** Every odd shape Reddit's answers were seen to take. */
const oddments: CreatorSpec = {
  ...plain,
  name: "oddments",
  title: "Oddments",
  description: "Posts that are not quite right, on purpose.",
  posts: rows("1odd", [
    [
      "A gallery where only one picture survived",
      "MineralFinds",
      2,
      31,
      2,
      gallery([
        { status: "failed", caption: "lost" },
        { image: "fluorite", caption: "The survivor" },
        { status: "failed" },
      ]),
    ],
    [
      "A gallery still being processed",
      "MineralFinds",
      5,
      3,
      0,
      gallery([{ status: "unprocessed" }, { status: "unprocessed" }]),
    ],
    ["A gallery with nothing in it", "MineralFinds", 9, 8, 1, emptyGallery()],
    [
      "A gallery with a deleted and a missing item",
      "MineralFinds",
      13,
      55,
      4,
      gallery([
        { deleted: "pyritecu" },
        { image: "quartzcl", caption: "" },
        { missing: true },
        { image: "aquaclus" },
      ]),
    ],
    ["A video Reddit is still working on", "SeaAndSky", 17, 2, 0, processingVideo()],
    [
      "A video whose transcoding failed",
      "SeaAndSky",
      22,
      5,
      1,
      video("seawaves", { transcoding_status: "error" }),
    ],
    [
      "A clip RedGifs has removed (410)",
      "GemClips",
      28,
      60,
      3,
      lostRedgifs("gonegildedgecko", "loopgem1"),
    ],
    [
      "A clip RedGifs never had (404)",
      "GemClips",
      34,
      41,
      2,
      lostRedgifs("absentazureadder", "looplite"),
    ],
    [
      "A clip while RedGifs is rate limiting (429)",
      "GemClips",
      40,
      37,
      2,
      lostRedgifs("busybronzebadger", "loopopal"),
    ],
    [
      "A clip while RedGifs is down (500)",
      "GemClips",
      44,
      12,
      0,
      lostRedgifs("brokenbluebittern", "loopsoap"),
    ],
    [
      "A crosspost whose parent is gone",
      "EarthPicture",
      51,
      9,
      0,
      orphanCrosspost("1zzzz01", "/r/EarthPicture/comments/1zzzz01/gone/"),
    ],
    ["A crosspost of a text post", "EarthPicture", 58, 11, 5, crosspost(nth(talk, 1), talk)],
    [
      "A crosspost of a film",
      "EarthPicture",
      60,
      90,
      3,
      crosspost(nth(slowlightFilms, 2), slowlightFilms),
    ],
    [
      "An Imgur album, which can only be linked to",
      "RockTumblers",
      66,
      77,
      6,
      imgur("a/GmAlbum", "agateblu"),
    ],
    [
      "Deleted by its author since it was listed",
      "EarthPicture",
      71,
      130,
      9,
      image("alpenglo"),
      { deletedSince: true },
    ],
    [
      "Text with one film between the lines",
      "SeaAndSky",
      80,
      64,
      7,
      inline("Before.", [{ video: "auroramv", caption: "The film" }]),
    ],
    [
      "A gallery of one picture",
      "MineralFinds",
      88,
      29,
      1,
      gallery([{ image: "malachit", caption: "Alone" }]),
    ],
    [
      "Score below zero, and archived",
      "RockTumblers",
      9000,
      -14,
      88,
      image("slotwide"),
      { change: { archived: true, thumbnail: null } },
    ],
  ]),
};

const MARKUP = `<img src=x onerror="alert(1)"> & <b>bold</b> "quotes" 'single' &amp; \\u003c`;
const RTL = "\u202Eevil\u202C עברית العربية 👩‍🔬💎✨ e\u0301 \u0000\u200B zero\u200Dwidth";
const UNBROKEN = "Sphalerite".repeat(30);

/** Strings that break careless pages. */
const tangle: CreatorSpec = {
  ...plain,
  name: "tangle_of_words",
  title: `${"A display title that goes on and on ".repeat(4)}<script>alert(1)</script> & ${RTL}`,
  description: `${MARKUP} ${UNBROKEN}`,
  posts: rows("1tan", [
    [MARKUP, "MineralFinds", 3, 12, 3, image("agatefir")],
    [RTL, "MineralFinds", 8, 999, 1, image("opaldark")],
    [UNBROKEN, "MineralFinds", 14, 1000, 2, image("dunetall")],
    [
      "Words and words and words, ".repeat(11),
      "EarthPicture",
      21,
      1_250_300,
      54_321,
      image("dolomite"),
    ],
    ["  spaces   and\nlines\tand tabs  ", "EarthPicture", 30, 0, 0, image("soapfilm")],
    ["💎", "a_community_name_of_21", 39, 1, 1, image("bismuth1")],
    [
      "Captions too",
      "MineralFinds",
      44,
      5,
      0,
      gallery([
        { image: "sapphire", caption: MARKUP },
        { image: "citrineg", caption: UNBROKEN },
        { image: "amethyst", caption: RTL, outbound: "javascript:alert(1)" },
      ]),
    ],
    [
      "A link that is not one",
      "MineralFinds",
      50,
      2,
      0,
      image("pinedusk"),
      { change: { url_overridden_by_dest: "javascript:alert(1)" } },
    ],
  ]),
};

const nobody = { ...plain, posts: [] } as const;

export const ODD: readonly CreatorSpec[] = [
  oddments,
  tangle,
  talk,
  { ...nobody, name: "lostclaim", title: "", description: "", suspended: true },
  {
    ...nobody,
    name: "quietvein",
    title: "Quiet Vein",
    description: "Keeps to themself.",
    linkKarma: 48_120,
    years: 6,
  },
  {
    ...nobody,
    name: "blank_slate",
    title: "",
    description: "",
    linkKarma: 1,
    commentKarma: 0,
    years: 0.1,
  },
];

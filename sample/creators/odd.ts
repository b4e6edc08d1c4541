import { gallery } from "#sample/content/galleries.ts";
import { image } from "#sample/content/pictures.ts";
import { PLAIN_ACCOUNT, type CreatorSpec } from "#sample/user.ts";
import { oddments } from "./oddments.ts";
import { quarryTalk } from "./quarry-talk.ts";
import { rows } from "./rows.ts";

const MARKUP = `<img src=x onerror="alert(pwned=1)"> & <b>bold</b> "quotes" 'single' &amp; \\u003c`;
const RTL = "\u202Eevil\u202C עברית العربية 👩‍🔬💎✨ e\u0301 \u0000\u200B zero\u200Dwidth";
const UNBROKEN = "Sphalerite".repeat(30);

/** Strings that break a page without escaping. */
const tangle: CreatorSpec = {
  ...PLAIN_ACCOUNT,
  name: "tangle_of_words",
  title: `${"A display title that goes on and on ".repeat(4)}<script>alert(pwned=1)</script> & ${RTL}`,
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

const withoutPosts = { ...PLAIN_ACCOUNT, posts: [] } as const;

export const ODD: readonly CreatorSpec[] = [
  oddments,
  tangle,
  quarryTalk,
  { ...withoutPosts, name: "lostclaim", title: "", description: "", suspended: true },
  {
    ...withoutPosts,
    name: "quietvein",
    title: "Quiet Vein",
    description: "Keeps to themself.",
    linkKarma: 48_120,
    years: 6,
  },
  {
    ...withoutPosts,
    name: "blank_slate",
    title: "",
    description: "",
    linkKarma: 1,
    commentKarma: 0,
    years: 0.1,
  },
];

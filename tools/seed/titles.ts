import type { StillKey } from "#sample/catalogue.ts";

interface Subject {
  community: string;
  /** The beginning of a title, which names the picture's content. */
  pictures: Partial<Record<StillKey, string>>;
  /** Title endings that fit every picture of the group. */
  endings: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  {
    community: "Gemstones_Daily",
    pictures: {
      sapphire: "Blue sapphire",
      emeraldc: "Emerald cut",
      rubyoval: "Oval ruby",
      citrineg: "Citrine",
      amethyst: "Round amethyst",
      diamonds: "Diamonds",
      aquamari: "Aquamarine",
      tourmali: "Watermelon tourmaline",
      opalfire: "Fire opal",
      opaldark: "Dark opal",
    },
    endings: ["on the bench", "under the lamp", "before it was set", "in daylight"],
  },
  {
    community: "MineralFinds",
    pictures: {
      quartzcl: "Smoky quartz",
      amethclu: "Amethyst cluster",
      aquaclus: "Aqua cluster",
      fluorite: "Fluorite cubes",
      pyritecu: "Pyrite cubes",
      bismuth1: "Bismuth stairs",
      agateblu: "Blue agate",
      agatefir: "Fire agate",
      malachit: "Malachite",
      geodepur: "Purple geode",
      labrador: "Labradorite",
      ammonite: "Ammonite",
    },
    endings: ["from an old collection", "after washing", "on the shelf", "in the morning light"],
  },
  {
    community: "EarthPicture",
    pictures: {
      dolomite: "The ridge",
      alpenglo: "Alpenglow",
      tallpeak: "The peak",
      duneseas: "A sea of dunes",
      dunetall: "One tall dune",
      slotcany: "The slot canyon",
      slotwide: "Canyon walls",
      fogpines: "Pines in fog",
      pinedusk: "Pines at dusk",
      pinedawn: "Pines at dawn",
      seasunse: "Sunset over the sea",
      seamoonl: "The sea by moonlight",
    },
    endings: ["from last week", "on the way home", "an hour from the road", "on a quiet day"],
  },
  {
    community: "NightSkyWatch",
    pictures: {
      milkyway: "The Milky Way",
      milkylak: "The Milky Way over a lake",
      auroragr: "Green aurora",
      auroravi: "Violet aurora",
      nebulaor: "An orange nebula",
      nebulaic: "An icy nebula",
      eclipsec: "The eclipse",
    },
    endings: ["at 2 am", "after three cloudy nights", "far from the city", "on the first try"],
  },
  {
    community: "MacroWorlds",
    pictures: {
      dewdrops: "Dew drops",
      soapfilm: "A soap film",
      bubbles1: "Bubbles",
      lighttra: "Light trails",
      causticp: "Light through a glass of water",
    },
    endings: ["up close", "on the kitchen table", "with an old lens", "in one shot"],
  },
];

export interface PictureTitle {
  key: StillKey;
  subject: string;
  community: string;
  endings: readonly string[];
}

/** Every picture that a made-up post may show, with the words that match it. */
export const PICTURE_TITLES: readonly PictureTitle[] = SUBJECTS.flatMap(
  ({ community, pictures, endings }) =>
    Object.entries(pictures).map(([key, subject]) => ({
      key: key as StillKey,
      subject,
      community,
      endings,
    })),
);

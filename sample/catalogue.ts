/**
 * Every media file of the sample, by key, with its size. `npx node sample/media/generate.ts` renders exactly these.
 * A key has 8 characters and a media id 5 more (ids.ts), so that many posts can show one file as different media.
 */
type Vec = readonly number[];

export interface Size {
  width: number;
  height: number;
}

export interface Still {
  /** A shader in media/scenes. */
  scene: string;
  width: number;
  height: number;
  /** The shader's parameters: seed, then palette and composition. */
  p: Vec;
  /** Widths of the smaller copies. */
  widths: readonly number[];
}

const still = (scene: string, width: number, height: number, ...p: number[]): Still => ({
  scene,
  width,
  height,
  p,
  widths: [320, 640],
});

export const STILLS = {
  sapphire: still("gem", 1080, 1080, 1, 0),
  emeraldc: still("gem", 1080, 864, 2, 1),
  rubyoval: still("gem", 864, 1080, 3, 2),
  citrineg: still("gem", 1080, 810, 4, 3),
  amethyst: still("gem", 1080, 1080, 5, 4),
  diamonds: still("gem", 1080, 720, 6, 5),
  aquamari: still("gem", 810, 1080, 7, 6),
  tourmali: still("gem", 720, 1080, 8, 7),
  quartzcl: still("crystal", 864, 1080, 1, 0),
  amethclu: still("crystal", 1080, 810, 2, 1),
  aquaclus: still("crystal", 1080, 1080, 3, 2),
  fluorite: still("cubes", 1080, 864, 1, 0),
  pyritecu: still("cubes", 1080, 720, 2, 1),
  bismuth1: still("bismuth", 1080, 1080, 1, 0),
  agateblu: still("agate", 1080, 1080, 1, 0),
  agatefir: still("agate", 1080, 810, 2, 1),
  malachit: still("agate", 810, 1080, 3, 2),
  geodepur: still("agate", 1080, 1080, 4, 3),
  opalfire: still("opal", 1080, 1080, 1, 0),
  opaldark: still("opal", 1080, 720, 2, 1),
  labrador: still("opal", 1080, 810, 3, 2),
  ammonite: still("ammonite", 1080, 1080, 1, 0),
  dolomite: still("terrain", 1080, 608, 1, 0),
  alpenglo: still("terrain", 1080, 720, 2, 1),
  tallpeak: still("terrain", 720, 1080, 3, 2),
  duneseas: still("dunes", 1080, 608, 1, 0),
  dunetall: still("dunes", 720, 1080, 2, 1),
  slotcany: still("canyon", 720, 1080, 1, 0),
  slotwide: still("canyon", 1080, 810, 5, 1),
  fogpines: still("pines", 720, 1080, 1, 0),
  pinedusk: still("pines", 1080, 720, 2, 1),
  pinedawn: still("pines", 608, 1080, 3, 2),
  seasunse: still("sea", 1080, 608, 1, 0),
  seamoonl: still("sea", 720, 1080, 2, 1),
  milkyway: still("night", 720, 1080, 1, 0),
  milkylak: still("night", 1080, 720, 2, 1),
  auroragr: still("aurora", 1080, 720, 1, 0),
  auroravi: still("aurora", 608, 1080, 2, 1),
  nebulaor: still("nebula", 1080, 1080, 1, 0),
  nebulaic: still("nebula", 1080, 720, 2, 1),
  eclipsec: still("eclipse", 1080, 1080, 1, 0),
  dewdrops: still("dew", 1080, 720, 1, 0),
  soapfilm: still("soap", 1080, 1080, 1, 0),
  bubbles1: still("bubbles", 1080, 810, 1, 0),
  lighttra: still("trails", 1080, 810, 1, 0),
  causticp: still("caustics", 1080, 720, 1, 0),
  velvet01: still("silk", 720, 1080, 1, 0),
  velvet02: still("silk", 1080, 720, 2, 1),
  velvet03: still("silk", 864, 1080, 3, 2),
  velvet04: still("smoke", 720, 1080, 1, 0),
  velvet05: still("smoke", 1080, 810, 2, 1),
  velvet06: still("silk", 1080, 1080, 4, 3),
} satisfies Record<string, Still>;
export type StillKey = keyof typeof STILLS;

/** Smaller pictures for the creator with 300 posts: the same shaders with other stones. */
const TILE_SHAPES = [
  [640, 640],
  [640, 480],
  [480, 640],
  [640, 512],
  [512, 640],
  [640, 426],
] as const;
const TILE_SCENES = "gem agate opal agate gem agate opal gem agate cubes agate crystal".split(" ");
export const TILE_COUNT = 36;

/** Begins again after the last tile. */
export function tileKey(index: number): `tile${string}` {
  return `tile${String(index % TILE_COUNT).padStart(4, "0")}`;
}

function tile(index: number): Still {
  const [width, height] = TILE_SHAPES[(index * 5 + Math.floor(index / 7)) % TILE_SHAPES.length] ?? [
    640, 640,
  ];
  const scene = TILE_SCENES[index % TILE_SCENES.length] ?? "gem";
  return { scene, width, height, p: [20 + index, index], widths: [320] };
}

export interface Clip {
  scene: string;
  width: number;
  height: number;
  /** Short sides of the renditions, best first. */
  heights: readonly number[];
  duration: number;
  hasAudio: boolean;
  p: Vec;
}

const clip = (
  scene: string,
  size: readonly [number, number],
  heights: readonly number[],
  duration: number,
  hasAudio: boolean,
  ...p: number[]
): Clip => ({ scene, width: size[0], height: size[1], heights, duration, hasAudio, p });

const WIDE = [1280, 720] as const;
const TALL = [720, 1280] as const;

/** Reddit's own videos: films with sound, then silent loops (`is_gif`). */
export const VIDEOS = {
  gemturn1: clip("gem", WIDE, [720, 480, 360, 240], 5, true, 1, 0),
  auroramv: clip("aurora", WIDE, [720, 480, 360, 240], 5, true, 3, 0),
  seawaves: clip("sea", WIDE, [720, 480, 360, 240], 4, true, 1, 0),
  nebulamv: clip("nebula", WIDE, [720, 480, 360, 240], 4, true, 3, 2),
  silkflow: clip("silk", TALL, [720, 480, 360, 240], 5, true, 5, 4),
  causticv: clip("caustics", WIDE, [720, 480, 360, 240], 4, false, 2, 1),
  loopgem1: clip("gem", [480, 480], [480, 360, 240], 3, false, 5, 4),
  loopopal: clip("opal", [480, 480], [480, 360, 240], 3, false, 1, 0),
  loopagat: clip("agate", [480, 600], [480, 360, 240], 3, false, 5, 0),
  loopsoap: clip("soap", [480, 480], [480, 360, 240], 3, false, 2, 1),
  looplite: clip("trails", [640, 480], [480, 360, 240], 3, false, 2, 1),
} satisfies Record<string, Clip>;
export type VideoKey = keyof typeof VIDEOS;

/** True .gif files, with Reddit's own mp4 made of them. */
export const GIFS = {
  gifbismu: { scene: "bismuth", width: 200, height: 200, duration: 2, p: [2, 1] },
  gifauror: { scene: "aurora", width: 320, height: 200, duration: 2, p: [1, 0] },
} satisfies Record<
  string,
  { scene: string; width: number; height: number; duration: number; p: Vec }
>;
export type GifKey = keyof typeof GIFS;

/** RedGifs: the file name is CamelCase, the id the same in lower case. */
export const CLIPS = {
  AmberDriftingHeron: clip("gem", TALL, [720, 360], 3, true, 4, 3),
  CobaltRisingTern: clip("caustics", TALL, [720, 360], 3, false, 1, 0),
  VelvetSilentComet: clip("nebula", [720, 720], [720, 360], 3, true, 2, 1),
  MossyGlowingNewt: clip("aurora", TALL, [720, 360], 3, true, 1, 0),
  CopperPatientLynx: clip("silk", WIDE, [720, 360], 3, true, 2, 1),
} satisfies Record<string, Clip>;
export type ClipName = keyof typeof CLIPS;

/** The key of the still and the low copy that Reddit keeps of a clip. */
export function clipKey(name: ClipName): string {
  return name.toLowerCase().slice(0, 8);
}

/** The frame size of a film, a loop, a GIF or a clip. */
export function frameOf(key: string): Size | undefined {
  const name = (Object.keys(CLIPS) as ClipName[]).find((one) => clipKey(one) === key);
  if (name) return CLIPS[name];
  return (VIDEOS as Record<string, Clip>)[key] ?? (GIFS as Record<string, Size>)[key];
}

export const AVATARS = {
  gemhunte: { scene: "gem", p: [3, 2] },
  stoneday: { scene: "agate", p: [1, 0] },
  velvetho: { scene: "silk", p: [1, 0] },
  tallpine: { scene: "pines", p: [2, 1] },
  loopsmit: { scene: "soap", p: [1, 0] },
  slowligh: { scene: "sea", p: [1, 0] },
  northlig: { scene: "aurora", p: [1, 0] },
  macromic: { scene: "opal", p: [1, 0] },
  clipquar: { scene: "gem", p: [4, 3] },
  defaulto: { scene: "bubbles", p: [3, 2] },
} satisfies Record<string, { scene: string; p: Vec }>;
export type AvatarKey = keyof typeof AVATARS;

const TILES = new Map<string, Still>(
  Array.from({ length: TILE_COUNT }, (_, i) => [tileKey(i), tile(i)]),
);

/** Any picture by key: the named ones and the tiles. */
export function stillOf(key: string): Still {
  const found = (STILLS as Record<string, Still>)[key] ?? TILES.get(key);
  if (!found) throw new Error(`no such sample picture: ${key}`);
  return found;
}

export function allStills(): [string, Still][] {
  return [...Object.entries(STILLS), ...TILES];
}

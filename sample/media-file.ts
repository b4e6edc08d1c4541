import { allStills, CLIPS, GIFS, frameOf } from "./catalogue.ts";
import { KEY_LENGTH, signature } from "./ids.ts";
import { MEDIA_HOSTS, MEDIA_PATH } from "./media-url.ts";

/** A file under media/files, or the status of its refusal. */
export type MediaFile = { file: string } | { refused: 403 | 404 };

const none: MediaFile = { refused: 404 };

/** Addresses at other hosts, with the files used for them. */
const ALIASES: Readonly<Record<string, string>> = {
  "i.imgur.com/Gm7tLop.mp4": "v.redd.it/loopopal/CMAF_480.mp4",
  "i.imgur.com/Gm7tLop.jpg": "preview.redd.it/loopopal.jpg",
  "i.imgur.com/Aq3Drft.jpg": "i.redd.it/aquamari.jpg",
  "i.imgur.com/Pn8Dusk.jpg": "i.redd.it/pinedusk.jpg",
  "i.imgur.com/Lt5Trls.mp4": "v.redd.it/looplite/CMAF_480.mp4",
  "i.imgur.com/Lt5Trls.jpg": "preview.redd.it/looplite.jpg",
  "i.redgifs.com/i/quietgildedmoth.jpg": "i.redd.it/citrineg.jpg",
};

const keyOf = (id: string): string => id.slice(0, KEY_LENGTH);

const ALL_STILLS = new Map(allStills());

function original(key: string): string | null {
  if (ALL_STILLS.has(key)) return `i.redd.it/${key}.jpg`;
  return frameOf(key) ? `preview.redd.it/${key}.jpg` : null;
}

function preview(path: string, search: string): MediaFile {
  const match = /^([a-z0-9]{13})\.(jpeg|jpg|png|gif)$/.exec(path);
  if (!match) return none;
  const params = new URLSearchParams(search);
  const unsigned = `/${path}${search.replace(/s=[0-9a-f]{40}$/, "")}`;
  if (params.get("s") !== signature(unsigned)) return { refused: 403 };
  const key = keyOf(match[1] ?? "");
  const whole = original(key);
  if (!whole) return none;
  if (params.get("format") === "mp4") return { file: `preview.redd.it/${key}.mp4` };
  if (params.has("blur")) return { file: `preview.redd.it/${key}.blur.webp` };
  if (params.has("crop")) return { file: `preview.redd.it/${key}.${params.get("width")}.webp` };
  if (match[2] === "gif" && !params.has("format")) return { file: `i.redd.it/${key}.gif` };
  return { file: whole };
}

function video(path: string, search: string, nowSeconds: number): MediaFile {
  const match = /^(?:link\/[a-z0-9]+\/asset\/)?([a-z0-9]{13})\/([A-Za-z0-9_]+\.\w+)$/.exec(path);
  if (!match) return none;
  const signed = new URLSearchParams(search).get("a");
  if (signed && Number.parseInt(signed, 10) < nowSeconds) return { refused: 403 };
  return { file: `v.redd.it/${keyOf(match[1] ?? "")}/${match[2]}` };
}

function redgifs(path: string): MediaFile {
  const match = /^([A-Za-z]+)(-mobile\.mp4|-mobile\.jpg|-poster\.jpg|\.mp4)$/.exec(path);
  return match && (match[1] ?? "") in CLIPS ? { file: `media.redgifs.com/${path}` } : none;
}

function image(path: string): MediaFile {
  const match = /^([a-z0-9]{13})\.(jpeg|jpg|png|gif)$/.exec(path);
  const key = keyOf(match?.[1] ?? "");
  if (match?.[2] === "gif") return key in GIFS ? { file: `i.redd.it/${key}.gif` } : none;
  return match && ALL_STILLS.has(key) ? { file: `i.redd.it/${key}.jpg` } : none;
}

function avatar(path: string): MediaFile {
  const key = /profileIcon_([a-z]{8})\.jpg$/.exec(path)?.[1];
  return key ? { file: `styles.redditmedia.com/${key}.jpg` } : none;
}

/** Refuses an address where its real host would. */
export function mediaFile(pathname: string, search: string, nowSeconds: number): MediaFile {
  const rest = pathname.startsWith(MEDIA_PATH) ? pathname.slice(MEDIA_PATH.length) : "";
  const slash = rest.indexOf("/");
  const host = rest.slice(0, slash);
  const path = rest.slice(slash + 1);
  if (!MEDIA_HOSTS.has(host)) return none;
  const alias = ALIASES[rest];
  if (alias) return { file: alias };
  if (host === "i.redd.it") return image(path);
  if (host === "preview.redd.it" || host === "external-preview.redd.it")
    return preview(path, search);
  if (host === "v.redd.it") return video(path, search, nowSeconds);
  if (host === "media.redgifs.com") return redgifs(path);
  if (host === "styles.redditmedia.com") return avatar(path);
  if (host === "www.redditstatic.com") return { file: "styles.redditmedia.com/defaulto.jpg" };
  return none;
}

import { STILLS, type StillKey } from "#sample/catalogue.ts";
import { base36, hash, mediaId, pick } from "#sample/ids.ts";
import { mediaUrl, previewUrl } from "#sample/media-url.ts";
import { SHOWCASE } from "#sample/names.ts";

const FIRST = ["amber", "cobalt", "dusk", "ember", "fjord", "garnet", "harbor", "indigo"];
const SECOND = ["atlas", "bloom", "canyon", "drift", "field", "grain", "lens", "meadow", "tide"];
const COMMUNITIES = ["EarthPorn", "mineralporn", "itookapicture", "pics", "CozyPlaces", "macro"];
const SUBJECTS = ["First light", "A quiet find", "Low tide", "After the rain", "Worth the climb"];
const PLACES = ["in the north", "on the coast", "behind the house", "at the old quarry", "at dawn"];

const stills = Object.keys(STILLS) as StillKey[];
const of = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

export interface SeedUser {
  id: string;
  username: string;
  displayName: string;
  /** Whether the sample source knows them too. */
  isKnown: boolean;
}

export function seedUser(index: number): SeedUser {
  // They come first, so that the top of the board leads to pages that exist.
  const known = SHOWCASE[index];
  if (known)
    return {
      id: `t2_${base36(`user/${known}`, 8)}`,
      username: known,
      displayName: known,
      isKnown: true,
    };
  const words = [of(FIRST, index), of(SECOND, Math.floor(index / FIRST.length))];
  const username = `${words.join("_")}${index}`;
  return {
    id: `t2_seed${index.toString(36)}`,
    username,
    displayName: words.join(" "),
    isKnown: false,
  };
}

/** The columns of reddit_post, in the order in which seed.ts names them. */
export function seedPost(index: number, owner: SeedUser, nowSeconds: number) {
  const id = `seed${index.toString(36)}`;
  const key = of(stills, hash(id));
  const file = mediaId(key, id);
  const { width, height, widths } = STILLS[key];
  const image = { url: mediaUrl(`https://i.redd.it/${file}.jpg`), width, height };
  const smaller = widths.map((wide) => ({
    url: mediaUrl(previewUrl(`${file}.jpg`, { width: wide, crop: "smart", auto: "webp" })),
    width: wide,
    height: Math.round((height * wide) / width),
  }));
  const subreddit = of(COMMUNITIES, hash(`${id}/r`));
  const title = `${of(SUBJECTS, hash(`${id}/s`))} ${of(PLACES, hash(`${id}/p`))}`;
  return {
    id: `t3_${id}`,
    ownerId: owner.id,
    title,
    subreddit,
    score: pick(`${id}/score`, 20, 40_000),
    comments: pick(`${id}/comments`, 0, 900),
    created: nowSeconds - pick(`${id}/age`, 3_600, 400 * 86_400),
    url: image.url,
    thumbnail: smaller[0]?.url ?? image.url,
    permalink: `/r/${subreddit}/comments/${id}/${title.toLowerCase().replaceAll(" ", "_")}/`,
    media: JSON.stringify({ kind: "image", image, srcset: smaller, caption: null }),
    thumbnails: JSON.stringify(smaller),
  };
}

import { normalisePost } from "#normalise/post.ts";
import type { Post } from "#schema/api/posts.ts";
import type { CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { STILLS, tileKey } from "#sample/catalogue.ts";
import { postWithId } from "#sample/creators/all.ts";
import { hash, mediaId, pick } from "#sample/ids.ts";
import { mediaUrl, previewUrl } from "#sample/media-url.ts";
import type { SeedCreator, SeedUser } from "./creators.ts";
import type { SeedSize } from "./plan.ts";
import { PICTURE_TITLES } from "./titles.ts";

const FIRST = ["amber", "cobalt", "dusk", "ember", "fjord", "garnet", "harbor", "indigo"];
const SECOND = ["atlas", "bloom", "canyon", "drift", "field", "grain", "lens", "meadow", "tide"];
const DAY_SECONDS = 86_400;

const of = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Several styles, so that boards do not look generated. */
const USERNAMES = [
  (a: string, b: string) => `${a}_${b}`,
  (a: string, b: string) => capital(a) + capital(b),
  (a: string, b: string) => `${b}-${a}`,
];
const DISPLAY_NAMES = [
  (a: string, b: string) => `${capital(a)} ${capital(b)}`,
  (a: string, b: string) => `${capital(b)} & ${capital(a)}`,
  (a: string, b: string) => `The ${capital(a)} ${capital(b)}`,
  (a: string, b: string) => `${capital(a)} ${capital(b)} Pictures`,
  (a: string, b: string) => `${capital(a)}'s ${b}`,
];

/** A stone's picture in the width that boards load. */
function avatar(index: number, id: string): string {
  const file = mediaId(tileKey(index), id);
  return mediaUrl(previewUrl(`${file}.jpg`, { width: 320, crop: "smart", auto: "webp" }));
}

export function madeUpUser(index: number): SeedUser {
  const first = of(FIRST, index);
  const second = of(SECOND, index + Math.floor(index / FIRST.length));
  const id = `t2_seed${index.toString(36)}`;
  return {
    id,
    username: `${of(USERNAMES, index)(first, second)}${index}`,
    displayName: of(DISPLAY_NAMES, index)(first, second),
    avatarUrl: avatar(index, id),
    isKnown: false,
  };
}

/** Without what the database derives, or has in the owner's row. */
export type SeedPost = Omit<
  Post,
  | "username"
  | "author"
  | "authorAvatar"
  | "redditUrl"
  | "heartCount"
  | "rank"
  | "nsfw"
  | "createdAt"
  | "alsoIn"
> & { ownerId: string; isKnown: boolean; origins: CrosspostOrigin[] | null };

export function madeUpPost(index: number, owner: SeedUser, nowSeconds: number): SeedPost {
  const id = `seed${index.toString(36)}`;
  const { key, subject, community, endings } = of(PICTURE_TITLES, hash(id));
  const title = `${subject}, ${of(endings, hash(`${id}/ending`))}`;
  const file = mediaId(key, id);
  const { width, height, widths } = STILLS[key];
  const image = { url: mediaUrl(`https://i.redd.it/${file}.jpg`), width, height };
  const smaller = widths.map((wide) => ({
    url: mediaUrl(previewUrl(`${file}.jpg`, { width: wide, crop: "smart", auto: "webp" })),
    width: wide,
    height: Math.round((height * wide) / width),
  }));
  return {
    id: `t3_${id}`,
    ownerId: owner.id,
    isKnown: false,
    title,
    subreddit: community,
    score: pick(`${id}/score`, 20, 4_000),
    numComments: pick(`${id}/comments`, 0, 300),
    awardsCount: 0,
    created: nowSeconds - pick(`${id}/age`, 3_600, 400 * DAY_SECONDS),
    url: image.url,
    thumbnailUrl: smaller[0]?.url ?? image.url,
    mediaType: "image",
    isNsfw: false,
    subredditIsNsfw: false,
    isSpoiler: false,
    permalink: `/r/${community}/comments/${id}/${title.toLowerCase().replaceAll(/\W+/g, "_")}/`,
    galleryImages: [],
    media: { kind: "image", image, srcset: smaller, caption: null },
    thumbnails: smaller,
    origins: null,
  };
}

/** Read from the sample, because no answer of the server contains origins. */
function sampleOrigins(id: string, nowSeconds: number): CrosspostOrigin[] | null {
  const post = postWithId(id.slice("t3_".length), nowSeconds * 1000);
  const { origins = [] } = (post && normalisePost(post, nowSeconds * 1000)) ?? {};
  return origins.length > 0 ? origins : null;
}

export interface SeedTargets {
  users: SeedUser[];
  posts: SeedPost[];
}

/** Most hearts first. The sample's creators lead both lists, so that the top of a board opens real pages. */
export function seedTargets(
  { users: userCount, posts: postCount }: Pick<SeedSize, "users" | "posts">,
  creators: readonly SeedCreator[],
  nowSeconds: number,
): SeedTargets {
  const known = creators.slice(0, userCount);
  const strangers = Array.from({ length: userCount - known.length }, (_, index) =>
    madeUpUser(index),
  );
  const knownPosts = known
    .flatMap(({ user, posts }) =>
      posts.map((post): SeedPost => {
        const origins = sampleOrigins(post.id, nowSeconds);
        return { ...post, ownerId: user.id, isKnown: true, origins };
      }),
    )
    .toSorted((a, b) => b.score - a.score)
    .slice(0, postCount);
  const missing = strangers.length > 0 ? postCount - knownPosts.length : 0;
  const others = Array.from({ length: missing }, (_, index) => {
    // The square favours the first users, because popular creators post more.
    const lean = ((index * 0.6180339887) % 1) ** 2;
    return madeUpPost(index, of(strangers, Math.floor(lean * strangers.length)), nowSeconds);
  });
  return {
    users: [...known.map(({ user }) => user), ...strangers],
    posts: [...knownPosts, ...others],
  };
}

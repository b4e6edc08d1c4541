import { GIFS, stillOf, type GifKey, type StillKey } from "#sample/catalogue.ts";
import { mediaId } from "#sample/ids.ts";
import { previewUrl } from "#sample/media-url.ts";
import type { Json } from "#sample/wire.ts";
import type { Content, PostContext } from "./content.ts";

export interface Shape {
  width: number;
  height: number;
  widths: readonly number[];
}
type PreviewHost = "preview.redd.it" | "external-preview.redd.it";

export const heightAt = (shape: Shape, width: number): number =>
  Math.round((shape.height * width) / shape.width);

export function smaller(path: string, shape: Shape, host?: PreviewHost, extra: Json = {}): Json[] {
  return shape.widths.map((width) => ({
    url: previewUrl(path, { width, crop: "smart", ...extra, auto: "webp" }, host),
    width,
    height: heightAt(shape, width),
  }));
}

function blurred(path: string, shape: Shape, host?: PreviewHost): Json {
  const size = { width: 320, height: heightAt(shape, 320) };
  const url = previewUrl(path, { width: 320, blur: 40, format: "pjpg", auto: "webp" }, host);
  return { source: { url, ...size }, resolutions: [{ url, ...size }] };
}

/** `preview` of a post, with the blurred copy that Reddit adds for adult and spoiler posts. */
export function preview(
  path: string,
  shape: Shape,
  post: PostContext,
  options: { host?: PreviewHost; variants?: Json } = {},
): Json {
  const { host, variants = {} } = options;
  const hidden = post.isHidden ? { obfuscated: blurred(path, shape, host) } : {};
  const adult = post.isNsfw ? { nsfw: blurred(path, shape, host) } : {};
  const params: Record<string, string> = path.endsWith(".gif")
    ? { format: "png8" }
    : { auto: "webp" };
  return {
    images: [
      {
        source: {
          url: previewUrl(path, params, host),
          width: shape.width,
          height: shape.height,
        },
        resolutions: smaller(path, shape, host),
        variants: { ...variants, ...hidden, ...adult },
        id: path.slice(0, 13),
      },
    ],
    enabled: true,
  };
}

export function thumbnail(path: string, post: PostContext, host?: PreviewHost): Json {
  const url = previewUrl(path, { width: 140, height: 140, crop: "1:1,smart", auto: "webp" }, host);
  const word = post.isNsfw ? "nsfw" : post.isHidden ? "spoiler" : url;
  return { thumbnail: word, thumbnail_width: 140, thumbnail_height: 140 };
}

/** One picture on i.redd.it. The same `upload` in two posts is the same media, posted twice. */
export function image(key: StillKey | `tile${string}`, upload?: string): Content {
  return (post) => {
    const path = `${mediaId(key, upload ?? post.id)}.jpeg`;
    const url = `https://i.redd.it/${path}`;
    return {
      url,
      url_overridden_by_dest: url,
      domain: "i.redd.it",
      post_hint: "image",
      is_reddit_media_domain: true,
      preview: preview(path, stillOf(key), post),
      ...thumbnail(path, post),
    };
  };
}

/** A true .gif, with Reddit's mp4 among the preview's variants. */
export function gif(key: GifKey): Content {
  return (post) => {
    const { width, height } = GIFS[key];
    const shape = { width, height, widths: [] };
    const path = `${mediaId(key, post.id)}.gif`;
    const url = `https://i.redd.it/${path}`;
    const variant = (params: Record<string, string>) => ({
      source: { url: previewUrl(path, params), width, height },
      resolutions: [],
    });
    return {
      url,
      url_overridden_by_dest: url,
      domain: "i.redd.it",
      post_hint: "image",
      is_reddit_media_domain: true,
      preview: preview(path, shape, post, {
        variants: { gif: variant({}), mp4: variant({ format: "mp4" }) },
      }),
      ...thumbnail(path, post),
    };
  };
}

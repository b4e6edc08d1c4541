import {
  CLIPS,
  VIDEOS,
  clipKey,
  stillOf,
  type Clip,
  type ClipName,
  type StillKey,
  type VideoKey,
} from "#sample/catalogue.ts";
import { mediaId, signature } from "#sample/ids.ts";
import { manifestUrl } from "#sample/media-url.ts";
import type { Json } from "#sample/wire.ts";
import type { Content, PostContext } from "./content.ts";
import { preview, thumbnail, type Shape } from "./pictures.ts";
import { BITRATES } from "./videos.ts";

const EXTERNAL = "external-preview.redd.it";

/** A link to another host, with Reddit's still. */
function external(url: string, hint: string, key: string, shape: Shape, post: PostContext): Json {
  const path = `${mediaId(key, post.id)}.png`;
  return {
    url,
    url_overridden_by_dest: url,
    domain: new URL(url).hostname.replace(/^www\./, ""),
    post_hint: hint,
    preview: { ...preview(path, shape, post, { host: EXTERNAL }), enabled: false },
    ...thumbnail(path, post, EXTERNAL),
  };
}

const pictureOf = (key: StillKey, post: PostContext, url: string, hint: string): Json =>
  external(url, hint, key, stillOf(key), post);

function embedded(type: string, frame: string, oembed: Json): Json {
  const media = { type, oembed: { ...oembed, html: frame, version: "1.0", type: "video" } };
  const embed = { content: frame, width: 356, height: 200, scrolling: false };
  return { media, secure_media: media, media_embed: embed, secure_media_embed: embed };
}

const iframe = (src: string): string =>
  `<iframe width="356" height="200" src="${src}" frameborder="0" allowfullscreen></iframe>`;

/** The sample's only media that need a network. */
export const EMBEDS = {
  /** By Blender Studio, 2019, under CC BY 4.0. */
  youtube: { id: "WhWc3b3KhnY", title: "Spring - Blender Open Movie" },
  /** The example in Streamable's own instructions for embedding. */
  streamable: { id: "moo" },
} as const;

export function youtube(id: string, key: StillKey, title: string): Content {
  return (post) => ({
    ...pictureOf(key, post, `https://www.youtube.com/watch?v=${id}`, "rich:video"),
    ...embedded("youtube.com", iframe(`https://www.youtube.com/embed/${id}?feature=oembed`), {
      provider_name: "YouTube",
      provider_url: "https://www.youtube.com/",
      title,
      width: 356,
      height: 200,
    }),
  });
}

export function streamable(id: string, key: StillKey): Content {
  return (post) => ({
    ...pictureOf(key, post, `https://streamable.com/${id}`, "rich:video"),
    ...embedded("streamable.com", iframe(`https://streamable.com/o/${id}`), {
      provider_name: "Streamable",
      provider_url: "https://streamable.com",
      width: 356,
      height: 200,
    }),
  });
}

/** Reddit's silent low-resolution copy of another host's clip. */
function lowCopy(key: string, film: Clip, post: PostContext): Json {
  const id = mediaId(key, `${post.id}.preview`);
  // The catalogue has one small copy of a RedGifs clip, and every size of a loop.
  const short = key in VIDEOS ? (film.heights[0] ?? 480) : 240;
  const scale = short / Math.min(film.width, film.height);
  return {
    reddit_video_preview: {
      bitrate_kbps: BITRATES[short],
      fallback_url: `https://v.redd.it/${id}/CMAF_${short}.mp4`,
      height: Math.round(film.height * scale),
      width: Math.round(film.width * scale),
      scrubber_media_url: `https://v.redd.it/${id}/CMAF_240.mp4`,
      dash_url: manifestUrl(id, "DASHPlaylist.mpd", post.nowSeconds),
      duration: film.duration,
      hls_url: manifestUrl(id, "HLSPlaylist.m3u8", post.nowSeconds),
      is_gif: true,
      transcoding_status: "completed",
    },
  };
}

const framed = (film: Clip): Shape => ({ width: film.width, height: film.height, widths: [320] });

/** A link to a clip on another host, with Reddit's still and low-resolution copy of it. */
function clipLink(url: string, hint: string, key: string, film: Clip, post: PostContext): Json {
  const fields = external(url, hint, key, framed(film), post);
  return { ...fields, preview: { ...(fields.preview as Json), ...lowCopy(key, film, post) } };
}

/** Gfycat has shut down: only Reddit's copies are left. */
export function gfycat(name: string, key: VideoKey): Content {
  return (post) => clipLink(`https://gfycat.com/${name}`, "rich:video", key, VIDEOS[key], post);
}

export function imgurGifv(id: string, key: VideoKey): Content {
  return (post) => clipLink(`https://i.imgur.com/${id}.gifv`, "link", key, VIDEOS[key], post);
}

function redgifsClip(id: string, key: string, film: Clip): Content {
  return (post) => ({
    ...clipLink(`https://www.redgifs.com/watch/${id}`, "rich:video", key, film, post),
    ...embedded("redgifs.com", iframe(`https://www.redgifs.com/ifr/${id}`), {
      provider_name: "RedGIFs",
      provider_url: "https://www.redgifs.com/",
      width: film.width,
      height: film.height,
    }),
  });
}

export function redgifs(name: ClipName): Content {
  return redgifsClip(name.toLowerCase(), clipKey(name), CLIPS[name]);
}

/** An address that RedGifs has no clip for; Reddit's low-resolution copy is left. */
export function lostRedgifs(id: string, copy: VideoKey): Content {
  return redgifsClip(id, copy, VIDEOS[copy]);
}

export function redgifsImage(id: string, key: StillKey): Content {
  return (post) => pictureOf(key, post, `https://i.redgifs.com/i/${id}.jpg`, "image");
}

/** `path`: "Aq3Drft.jpg" (a file), "Pn8Dusk" (a page) or "a/GmAlbum" (an album). */
export function imgur(path: string, key: StillKey): Content {
  const isFile = path.includes(".");
  const url = `https://${isFile ? "i." : ""}imgur.com/${path}`;
  return (post) => pictureOf(key, post, url, isFile ? "image" : "link");
}

/** A video of a host without a resolver. */
export function player(url: string, key: StillKey): Content {
  return (post) => pictureOf(key, post, url, "rich:video");
}

/** A file without a preview by Reddit. */
export function bareFile(url: string): Content {
  return () => ({
    url,
    url_overridden_by_dest: url,
    domain: new URL(url).hostname,
    post_hint: "link",
    thumbnail: "default",
  });
}

/** An upload from before i.redd.it, whose file name has no extension. */
export function oldUpload(id: string, key: StillKey): Content {
  const url = `https://i.reddituploads.com/${id}?fit=max&h=1536&w=1536&s=${signature(id)}`;
  return (post) => pictureOf(key, post, url, "link");
}

/** A page with a picture: of that picture, as at Flickr, or an article, which is no media post. */
export function picturePage(url: string, key: StillKey): Content {
  return (post) => pictureOf(key, post, url, "link");
}

import type { Post } from "#schema/api/posts.ts";
import type {
  GoneMedia,
  EmbedMedia,
  ImageMedia,
  RedgifsMedia,
  VideoMedia,
  VideoSource,
} from "#schema/media.ts";

export const imageMedia: ImageMedia = {
  kind: "image",
  image: { url: "https://i.redd.it/full.jpg", width: 0, height: 0 },
  srcset: [],
  caption: null,
};

export const redgifsMedia: RedgifsMedia = {
  kind: "redgifs",
  platform: "redgifs",
  isEmbedded: false,
  id: "quietgem",
  embedUrl: "https://www.redgifs.com/ifr/quietgem",
  watchUrl: "https://www.redgifs.com/watch/quietgem",
  poster: null,
  fallback: [],
  width: 0,
  height: 0,
  isImage: false,
  caption: null,
};

export const videoFile = (url: string): VideoSource => ({
  url,
  type: "video/mp4",
  quality: "sd",
  label: "SD",
});

/** A video of which the host has lost every file. */
export const videoMedia: VideoMedia = {
  kind: "video",
  platform: "reddit",
  isEmbedded: false,
  hlsUrl: null,
  sources: [],
  directUrl: null,
  poster: null,
  width: 0,
  height: 0,
  duration: null,
  hasAudio: null,
  isLoop: false,
  caption: null,
  expiresAt: null,
};

export const embedMedia: EmbedMedia = {
  kind: "embed",
  platform: "streamable",
  isEmbedded: true,
  embedUrl: "about:blank",
  watchUrl: "https://streamable.com/abc",
  poster: null,
  width: 16,
  height: 9,
  caption: null,
};

/** The media of a host that has shut down, with Reddit's copies at these addresses. */
export const goneMedia = (...urls: string[]): GoneMedia => ({
  kind: "gone",
  platform: "gfycat",
  isEmbedded: false,
  watchUrl: "https://gfycat.com/quietgem",
  poster: null,
  fallback: urls.map(videoFile),
  width: 0,
  height: 0,
  caption: null,
});

export function postOf(change: Partial<Post> = {}): Post {
  return {
    id: "t3_abc12",
    title: "A stone in the river",
    username: "gemhunter",
    subreddit: "pics",
    mediaType: "image",
    thumbnailUrl: null,
    url: "https://i.redd.it/full.jpg",
    permalink: "/r/pics/comments/abc12/a_stone/",
    redditUrl: "https://www.reddit.com/r/pics/comments/abc12/a_stone/",
    heartCount: 0,
    rank: null,
    isNsfw: false,
    nsfw: false,
    subredditIsNsfw: false,
    isSpoiler: false,
    createdAt: "2026-11-20T12:00:00.000Z",
    created: 1_795_176_000,
    score: 0,
    numComments: 0,
    awardsCount: 0,
    author: "gemhunter",
    authorAvatar: null,
    galleryImages: [],
    media: imageMedia,
    thumbnails: [],
    alsoIn: [],
    ...change,
  };
}

import type { Post } from "#schema/api/posts.ts";
import type { ImageMedia } from "#schema/media.ts";

export const imageMedia: ImageMedia = {
  kind: "image",
  image: { url: "https://i.redd.it/full.jpg", width: 0, height: 0 },
  srcset: [],
  caption: null,
};

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

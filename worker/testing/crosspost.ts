import { picturePost, type RawPost } from "./stand-in.ts";

/** Another creator's post that tests crosspost. */
export const ORIGIN: RawPost = picturePost(99, {
  id: "orig",
  name: "t3_orig",
  author: "Origin_Maker",
  author_fullname: "t2_originmaker",
  subreddit: "Studio",
  permalink: "/r/Studio/comments/orig/first/",
  url: "https://i.redd.it/origin.jpg",
});

/** The removals that hide ORIGIN, in their stored form. */
export const ORIGIN_REMOVALS = [
  ["post", "t3_orig"],
  ["user", "origin_maker"],
  ["subreddit", "studio"],
] as const;

/** A post that shows the media of `origins`' last, as Reddit sends it. */
export const crosspostOf = (
  index: number,
  fields: RawPost = {},
  origins: RawPost[] = [ORIGIN],
): RawPost =>
  picturePost(index, {
    url: "https://i.redd.it/origin.jpg",
    crosspost_parent: origins[0]?.name,
    crosspost_parent_list: origins,
    ...fields,
  });

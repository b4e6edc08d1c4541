import { post, type PostSpec } from "#sample/post.ts";
import { user, type CreatorSpec } from "#sample/user.ts";
import type { Content } from "./content.ts";

const COPIED = [
  "url",
  "url_overridden_by_dest",
  "domain",
  "post_hint",
  "preview",
  "thumbnail",
  "thumbnail_width",
  "thumbnail_height",
  "media",
  "secure_media",
  "is_video",
  "is_reddit_media_domain",
] as const;

/** A crosspost: the outer post repeats the target, the inner one has every field. */
export function crosspost(parent: PostSpec, author: CreatorSpec): Content {
  return (outer) => {
    const now = outer.nowSeconds * 1000;
    const inner = post(parent, user(author, now), now);
    const isText = inner.is_self === true;
    const copied = Object.fromEntries(COPIED.map((name) => [name, inner[name]]));
    // A crossposted text has only a relative address.
    const textual = { url: inner.permalink, url_overridden_by_dest: inner.permalink, domain: "" };
    return {
      ...(isText ? { ...textual, thumbnail: "default" } : copied),
      crosspost_parent: inner.name,
      crosspost_parent_list: [inner],
    };
  };
}

/** A crosspost whose parent was deleted: the fullname is left, and the list is empty. */
export function orphanCrosspost(parentId: string, url: string): Content {
  return () => ({
    url,
    url_overridden_by_dest: url,
    domain: "",
    thumbnail: "default",
    crosspost_parent: `t3_${parentId}`,
    crosspost_parent_list: [],
  });
}

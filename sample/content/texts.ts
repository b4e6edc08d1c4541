import type { Content } from "./content.ts";
import { metadataOf, type GalleryItem } from "./galleries.ts";

const selfFields = (subreddit: string, id: string, text: string) => ({
  url: `https://www.reddit.com/r/${subreddit}/comments/${id}/`,
  domain: `self.${subreddit}`,
  is_self: true,
  thumbnail: "self",
  selftext: text,
  selftext_html: `<!-- SC_OFF --><div class="md"><p>${text}</p>\n</div><!-- SC_ON -->`,
});

export function text(body: string): Content {
  return (post) => selfFields(post.subreddit, post.id, body);
}

/** A text post with pictures or a film between the paragraphs. */
export function inline(body: string, items: readonly GalleryItem[]): Content {
  return (post) => {
    const { ids, metadata } = metadataOf(items, post);
    const lines = items.map((item, index) => {
      const caption = item.caption ?? "";
      return "video" in item
        ? `[${caption}](https://reddit.com/link/${post.id}/video/${ids[index]}/player)`
        : `[${caption}](https://i.redd.it/${ids[index]}.jpg)`;
    });
    return {
      ...selfFields(post.subreddit, post.id, [body, ...lines].join("\n\n")),
      media_metadata: metadata,
    };
  };
}

import type { Post } from "./api/posts.ts";

/** The title of the page while the post is open. */
export const titleOfPost = ({ title, username }: Pick<Post, "title" | "username">): string =>
  `${title} - u/${username}`;

import { env } from "cloudflare:workers";

/** Stores targets without a source, for tests of other features. */
export async function storedUser(id: string, username: string, heartCount = 0): Promise<void> {
  await env.DB.prepare(
    "insert into reddit_user (id, reddit_username, display_name, heart_count, first_heart_at) values (?, ?, ?, ?, ?)",
  )
    .bind(id, username, `${username} the creator`, heartCount, heartCount > 0 ? 1000 : null)
    .run();
}

export async function storedPost(id: string, ownerId: string, heartCount = 0): Promise<void> {
  const image = { url: `https://i.redd.it/${id}.jpg`, width: 800, height: 600 };
  await env.DB.prepare(
    `insert into reddit_post (id, reddit_user_id, title, subreddit, score, num_comments, created, url,
      thumbnail_url, media_type, permalink, gallery_images, media, thumbnails, heart_count, first_heart_at)
     values (?, ?, ?, 'pics', 10, 2, 1700000000, ?, ?, 'image', ?, '[]', ?, ?, ?, ?)`,
  )
    .bind(
      id,
      ownerId,
      `Title of ${id}`,
      image.url,
      image.url,
      `/r/pics/comments/${id.slice(3)}/title/`,
      JSON.stringify({ kind: "image", image, srcset: [image], caption: null }),
      JSON.stringify([image]),
      heartCount,
      heartCount > 0 ? 1000 : null,
    )
    .run();
}

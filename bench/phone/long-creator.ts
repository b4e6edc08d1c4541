import type { IncomingMessage, ServerResponse } from "node:http";
import type { Post } from "#schema/api/posts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { PAGE_SIZE } from "#schema/queries.ts";

/** No sample creator has a thousand posts, so one creator's posts are repeated with other ids. */
export const LONG = 1_000;

async function batch(baseUrl: string, username: string, after: string | null) {
  const answer = await fetch(`${baseUrl}/api/reddit/search`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username, sortBy: "new", limit: 100, after }),
  });
  return (await answer.json()) as SearchResponse;
}

async function everyPost(baseUrl: string, username: string): Promise<SearchResponse> {
  let page = await batch(baseUrl, username, null);
  const posts: Post[] = [...page.posts];
  while (page.nextPage !== null) {
    page = await batch(baseUrl, username, page.nextPage);
    posts.push(...page.posts);
  }
  return { ...page, posts };
}

const again = (post: Post, round: number): Post =>
  round === 0 ? post : { ...post, id: `${post.id}x${round}`, title: `${post.title}, ${round}` };

async function bodyOf(request: IncomingMessage): Promise<{ after: string | null }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as { after: string | null };
}

/** Answers searches instead of the Worker, except for the first page. */
export async function longCreator(baseUrl: string, username: string) {
  const whole = await everyPost(baseUrl, username);
  const posts = Array.from({ length: LONG }, (_, index) => {
    const round = Math.floor(index / whole.posts.length);
    return again(whole.posts[index % whole.posts.length] as Post, round);
  });
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url !== "/api/reddit/search") return false;
    void bodyOf(request).then(({ after }) => {
      const from = after?.startsWith("long:") ? Number(after.slice(5)) : PAGE_SIZE;
      const to = from + PAGE_SIZE;
      const nextPage = to < LONG ? `long:${to}` : null;
      const answer = { ...whole, posts: posts.slice(from, to), total: LONG, nextPage };
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(answer));
    });
    return true;
  };
}

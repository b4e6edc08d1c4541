import { createdAt, type PostSpec } from "./post.ts";

/** Reddit's published formula: ten times the votes weigh as much as 12.5 hours of age. */
function heat(spec: PostSpec, now: number): number {
  const order = Math.log10(Math.max(Math.abs(spec.score), 1));
  return Math.sign(spec.score) * order + createdAt(spec, now) / 45_000;
}

/** Top is of all time, the only window that the Worker asks for. */
export function sorted(posts: readonly PostSpec[], sort: string, now: number): PostSpec[] {
  const by = (weight: (spec: PostSpec) => number) => (a: PostSpec, b: PostSpec) =>
    weight(b) - weight(a);
  if (sort === "top") return posts.toSorted(by((spec) => spec.score));
  if (sort === "new") return posts.toSorted(by((spec) => createdAt(spec, now)));
  return posts.toSorted(by((spec) => heat(spec, now)));
}

export interface Page {
  posts: PostSpec[];
  after: string | null;
}

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

function limitOf(value: string | null): number {
  const asked = Number.parseInt(value ?? "", 10);
  return asked >= 1 ? Math.min(asked, MAX_LIMIT) : DEFAULT_LIMIT;
}

/** One batch of a sorted listing; empty for an unknown cursor. */
export function pageOf(list: readonly PostSpec[], params: URLSearchParams): Page {
  const after = params.get("after");
  const shown = after ? list.findIndex((spec) => `t3_${spec.id}` === after) : -1;
  if (after && shown < 0) return { posts: [], after: null };
  const to = shown + 1 + limitOf(params.get("limit"));
  const posts = list.slice(shown + 1, to);
  const last = posts.at(-1);
  return { posts, after: last && to < list.length ? `t3_${last.id}` : null };
}

/** Prefixes of the names that floods ask for. */
export const FLOOD_NAMES = { missing: "junk_", existing: "flood_" };

export const TOKEN = { access_token: "t", token_type: "bearer", expires_in: 86_400 };

const about = (name: string) => ({
  kind: "t2",
  data: { name, id: name, link_karma: 500, created_utc: 1_600_000_000 },
});

function listing(author: string) {
  const post = (id: string) => ({
    kind: "t3",
    data: {
      id,
      name: `t3_${id}`,
      title: `Picture ${id}`,
      author,
      subreddit: "pics",
      permalink: `/r/pics/comments/${id}/picture/`,
      url: `https://i.redd.it/${id}.jpg`,
      created_utc: 1_700_000_000,
    },
  });
  return { kind: "Listing", data: { after: null, children: [post("a1"), post("a2")] } };
}

/** Reddit's answer for any name, without a rate limit: two pictures each. */
export function answerTo(pathname: string): { status: number; body: unknown } {
  const name = pathname.split("/")[2] ?? "";
  if (name.startsWith(FLOOD_NAMES.missing))
    return { status: 404, body: { message: "Not Found", error: 404 } };
  return { status: 200, body: pathname.endsWith("/about") ? about(name) : listing(name) };
}

/** The largest number of the ascending `times` within any `milliseconds`. */
export function busiestSpan(times: readonly number[], milliseconds: number): number {
  let most = 0;
  let first = 0;
  for (const [last, at] of times.entries()) {
    while (at - (times[first] ?? 0) >= milliseconds) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

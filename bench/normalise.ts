/* node bench/normalise.ts: what one upstream batch costs in CPU. */
import { sampleWorld } from "#sample/world.ts";
import { makeBatch, parseBatch, printBatch } from "#worker/source/batch.ts";
import { normaliseListing } from "#worker/source/normalise/listing.ts";
import { BATCH } from "#worker/source/port.ts";
import { list, record } from "#worker/source/normalise/read.ts";

const ROUNDS = 300;

async function listing(): Promise<string> {
  const { redditAuthUrl, redditApiUrl, clientId, clientSecret, userAgent } = sampleWorld;
  const headers = { "User-Agent": userAgent };
  const token = await sampleWorld.fetch(`${redditAuthUrl}/api/v1/access_token`, {
    method: "POST",
    headers: { ...headers, Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const answer = await sampleWorld.fetch(
    `${redditApiUrl}/user/gemhunter/submitted?sort=new&limit=100&raw_json=1`,
    { headers: { ...headers, Authorization: `Bearer ${access_token}` } },
  );
  return answer.text();
}

function median(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[ROUNDS / 2] ?? 0;
}

const body = await listing();
const some = list(record(record(JSON.parse(body))?.data)?.children);
const children = Array.from({ length: BATCH }, (_, index) => some[index % some.length]);
const { posts } = normaliseListing(children, Date.now());
const make = () =>
  printBatch(makeBatch(posts, { state: "ok", profile: null, next: null, before: [] }));
const text = make();

console.log(`${some.length} posts in ${body.length} characters of JSON, normalised as ${BATCH}`);
console.table({
  "parse the answer, ms": median(() => JSON.parse(body)),
  "normalise 100 posts, ms (aim: under 3)": median(() => normaliseListing(children, Date.now())),
  "make and print the kept text, ms": median(make),
  [`read ${text.length} characters of kept text back, ms`]: median(() => parseBatch(text)),
});

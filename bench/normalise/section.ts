import { mark, record as recordSection, table } from "#bench/results.ts";
import { median } from "#tools/numbers.ts";
import { sampleWorld } from "#sample/world.ts";
import { readyAnswer } from "#worker/lib/ready-answer.ts";
import { makeBatch, parsePost, serialiseBatch } from "#worker/search/batch.ts";
import { parseBatch } from "#worker/search/parse-batch.ts";
import { normaliseListing } from "#normalise/listing.ts";
import { list, record } from "#normalise/read.ts";
import { BATCH_SIZE } from "#schema/batch-size.ts";

const ROUNDS = 300;
const PAGE_SIZE = 12;
const NORMALISE_AIM_MS = 3;

async function fetchListing(): Promise<string> {
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

function medianMs(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(times);
}

/** Measures the CPU time of one upstream batch, from the source's answer to a page's text. */
export async function normalise(): Promise<void> {
  const body = await fetchListing();
  const some = list(record(record(JSON.parse(body))?.data)?.children);
  const children = Array.from({ length: BATCH_SIZE }, (_, index) => some[index % some.length]);
  const { posts } = normaliseListing(children, Date.now());
  const make = () => makeBatch(posts, { state: "ok", profile: null, next: null, before: [] });
  const text = serialiseBatch(make());
  const { lines } = parseBatch(text);
  const page = () => readyAnswer({ posts: lines.slice(0, PAGE_SIZE).map(parsePost) });
  const normaliseMs = medianMs(() => normaliseListing(children, Date.now()));
  const row = (what: string, ms: number) => [what, ms.toFixed(3), "", "for comparison"];
  recordSection(
    "One upstream batch",
    `CPU time in Node, median of ${ROUNDS}: ${some.length} posts of the sample in ${body.length} characters, normalised as ${BATCH_SIZE}.

${table(
  ["step", "ms", "aim", ""],
  [
    row(
      "parse the source's answer",
      medianMs(() => JSON.parse(body)),
    ),
    [
      `normalise ${BATCH_SIZE} posts`,
      normaliseMs.toFixed(3),
      `< ${NORMALISE_AIM_MS}`,
      mark(normaliseMs < NORMALISE_AIM_MS),
    ],
    row(
      "make and print the cached text",
      medianMs(() => serialiseBatch(make())),
    ),
    row(
      `read its ${text.length} characters back`,
      medianMs(() => parseBatch(text)),
    ),
    row(`parse ${PAGE_SIZE} posts and print their page`, medianMs(page)),
  ],
)}`,
  );
}

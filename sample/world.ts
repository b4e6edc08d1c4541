import type { SampleWorld } from "#worker/deps.ts";
import { mediaUrl } from "./media-url.ts";
import { handleSampleArchive } from "./archive.ts";
import { handleSampleReddit } from "./reddit.ts";
import { handleSampleRedgifs } from "./redgifs.ts";
import { SAMPLE_CLIENT } from "./token.ts";

const REDDIT = "https://reddit.sample.invalid";
const REDDIT_OAUTH = "https://oauth.reddit.sample.invalid";
const ARCHIVE = "https://archive.sample.invalid";
const REDGIFS = "https://redgifs.sample.invalid";

function answer(request: Request): Promise<Response> {
  const { origin } = new URL(request.url);
  if (origin === REDDIT || origin === REDDIT_OAUTH) return handleSampleReddit(request);
  if (origin === ARCHIVE) return Promise.resolve(handleSampleArchive(request));
  if (origin === REDGIFS) return handleSampleRedgifs(request);
  return Promise.reject(new TypeError(`the sample source does not know ${origin}`));
}

/** Reddit, RedGifs and the archive in this process, which the real adapters call while the source is `sample`. */
export const sampleWorld: SampleWorld = {
  redditAuthUrl: REDDIT,
  redditApiUrl: REDDIT_OAUTH,
  redgifsApiUrl: REDGIFS,
  archiveApiUrl: ARCHIVE,
  clientId: SAMPLE_CLIENT.id,
  clientSecret: SAMPLE_CLIENT.secret,
  userAgent: "web:unearth-sample:1.0 (by /u/unearth_sample)",
  fetch: (url, init) => answer(new Request(url, init)),
  mediaUrl,
};

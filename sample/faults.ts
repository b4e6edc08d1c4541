import type { Fault } from "./user.ts";
import { delay, html, json, redditError } from "./wire.ts";

const SLOW_MS = 20_000;
const RETRY_SECONDS = 37;

const BLOCK_PAGE = `<!doctype html><html lang="en"><head><title>Blocked</title></head><body>
<h1>whoa there, pardner!</h1>
<p>You've been blocked by network security.</p>
<p>To continue, log in to your Reddit account or use your developer token.</p>
</body></html>`;

export const blockPage = (): Response => html(BLOCK_PAGE, 403);

const outage = (): Response =>
  html("<!doctype html><title>Ow! -- reddit.com</title><p>all of our servers are busy</p>", 500);

function rateLimited(): Response {
  return json({ message: "Too Many Requests", error: 429 }, 429, {
    // No x-ratelimit-remaining, because 0 would stop calls for other creators too.
    "retry-after": String(RETRY_SECONDS),
    "x-ratelimit-reset": String(RETRY_SECONDS),
  });
}

async function brokenOff(answer: Response): Promise<Response> {
  const text = await answer.text();
  return new Response(text.slice(0, Math.floor(text.length * 0.6)), {
    headers: answer.headers,
  });
}

/** Returns the name's faulty answer, or `answer` if it has no fault. */
export async function spoil(
  fault: Fault,
  request: { kind: "about" | "submitted"; isFirstPage: boolean; signal: AbortSignal },
  answer: Response,
): Promise<Response> {
  switch (fault) {
    case "rate_limited":
      return rateLimited();
    case "blocked":
      return blockPage();
    case "server_error":
      return outage();
    case "slow":
      await delay(SLOW_MS, request.signal);
      return answer;
    case "truncated":
      return brokenOff(answer);
    case "empty":
      return new Response("", { headers: answer.headers });
    case "second_page":
      return request.isFirstPage ? answer : outage();
    case "profile_only":
      return request.kind === "about" ? outage() : answer;
    case "listing_only":
      return request.kind === "submitted" ? redditError(403, "Forbidden") : answer;
  }
}

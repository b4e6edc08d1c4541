/** Ways in which an upstream can fail. */
export const FAULTS = [
  "refused",
  "timeout",
  "429",
  "429-retry",
  "500",
  "html-403",
  "truncated",
  "empty",
  "drip",
] as const;
export type Fault = (typeof FAULTS)[number];

/** Faults that only the caller's timeout ends. */
export const SLOW_FAULTS: readonly Fault[] = ["timeout", "drip"];

export const RETRY_SECONDS = 37;
const DRIP_MS = 500;

const BLOCK_PAGE =
  "<!doctype html><title>Blocked</title><h1>whoa there, pardner!</h1><p>You've been blocked by network security.</p>";

const page = (body: string, status: number, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { "content-type": "text/html", ...headers } });

/** Never resolves; rejects when the caller aborts. */
function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** One byte twice a second: each read succeeds, the body never ends in time. */
function drip(text: string, headers: Headers): Response {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, DRIP_MS));
      if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += 1)));
      else controller.close();
    },
  });
  return new Response(body, { status: 200, headers });
}

const plainHeaders = (answer: Response) =>
  new Headers({ "content-type": answer.headers.get("content-type") ?? "application/json" });

/** Throws for "refused", as fetch does without a connection. */
export async function applyFault(
  fault: Fault,
  answer: Response,
  signal: AbortSignal,
): Promise<Response> {
  switch (fault) {
    case "refused":
      throw new TypeError("Network connection lost.");
    case "timeout":
      return waitForAbort(signal);
    case "429":
      return page("", 429);
    case "429-retry":
      return page('{"message":"Too Many Requests","error":429}', 429, {
        "content-type": "application/json",
        "retry-after": String(RETRY_SECONDS),
      });
    case "500":
      return page("<!doctype html><title>Ow!</title><p>all of our servers are busy</p>", 500);
    case "html-403":
      return page(BLOCK_PAGE, 403);
    case "truncated": {
      const text = await answer.text();
      return new Response(text.slice(0, Math.floor(text.length * 0.6)), {
        headers: plainHeaders(answer),
      });
    }
    case "empty":
      return new Response("", { headers: plainHeaders(answer) });
    case "drip":
      return drip(await answer.text(), plainHeaders(answer));
  }
}

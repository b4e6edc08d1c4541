/** Responses in the format of Reddit's and RedGifs' servers. */
export type Json = Record<string, unknown>;

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=UTF-8", ...headers },
  });
}

export function html(body: string, status: number): Response {
  return new Response(body, { status, headers: { "content-type": "text/html; charset=UTF-8" } });
}

/** Reddit's plain error body. */
export function redditError(status: number, message: string): Response {
  return json({ message, error: status }, status);
}

/** Without raw_json=1 Reddit escapes these three characters in every string. */
export function escapeStrings(value: unknown): unknown {
  if (typeof value === "string") {
    return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  }
  if (Array.isArray(value)) return value.map(escapeStrings);
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, escapeStrings(v)]));
  }
  return value;
}

/** Resolves after `ms`, or rejects when the caller aborts. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

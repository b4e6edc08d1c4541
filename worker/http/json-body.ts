import type { Context } from "hono";
import { AppError } from "#worker/errors.ts";

const MAX_BODY_BYTES = 65_536;
/** Of a body without Content-Length that is refused: read to its end up to here, and cancelled beyond. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;

const refuseTooLarge = (): never => {
  throw new AppError("http.body_too_large");
};

const isCompressed = (c: Context): boolean =>
  (c.req.header("Content-Encoding") ?? "identity").toLowerCase() !== "identity";

/** Compressed JSON is hardly ever UTF-8. */
const refuseUnreadable = (c: Context, cause?: unknown): never => {
  throw new AppError(isCompressed(c) ? "http.unsupported_media_type" : "http.invalid_json", {
    cause,
  });
};

/** The connection broke off, or the body does not match its headers. */
const refuseIncomplete = (cause: unknown): never => {
  throw new AppError("http.body_incomplete", { cause });
};

/**
 * Null for a body over the limit. Its rest is read and discarded: the local server answers the next request that has a
 * body, of whichever client, with a 500 after one that was not read to its end (decision 017).
 */
async function readUpToLimit(body: ReadableStream<Uint8Array>): Promise<Uint8Array[] | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Cancels the body.
    if (size > MAX_DISCARDED_BYTES) return null;
    if (size <= MAX_BODY_BYTES) parts.push(chunk);
    else parts.length = 0;
  }
  return size > MAX_BODY_BYTES ? null : parts;
}

async function readBodyOfUnknownLength(c: Context): Promise<string> {
  const { body } = c.req.raw;
  const parts = body === null ? [] : await readUpToLimit(body).catch(refuseIncomplete);
  if (parts === null) return refuseTooLarge();
  const bytes = await new Blob(parts).arrayBuffer();
  // Hono's validator reads the body again.
  if (body !== null) c.req.raw = new Request(c.req.raw, { method: c.req.method, body: bytes });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    return refuseUnreadable(c, cause);
  }
}

const REPLACEMENT_CHARACTER = "\uFFFD";

/**
 * The server in front of the Worker enforces Content-Length, so nothing is counted here; reading it as a stream would
 * make a search a tenth more expensive (decision 017). Invalid UTF-8 is read as U+FFFD, three bytes, which changes the
 * length unless the client sent a U+FFFD. Known gap: three bytes of a 4-byte sequence without
 * the last are read as U+FFFD instead of being rejected.
 */
async function readBodyOfKnownLength(c: Context, length: number): Promise<string> {
  if (length > MAX_BODY_BYTES) refuseTooLarge();
  const text = await c.req.text().catch(refuseIncomplete);
  if (text.includes(REPLACEMENT_CHARACTER) && new TextEncoder().encode(text).length !== length)
    refuseUnreadable(c);
  return text;
}

/** Only application/json; Hono's validator would also accept application/problem+json and the like. */
function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

/** Reads the body into Hono's cache, where its validator parses it; throws for an empty body or another type. */
export async function readJsonText(c: Context): Promise<void> {
  const contentLength = c.req.header("Content-Length");
  c.set("isBodyAwaited", true);
  const text = await (contentLength === undefined
    ? readBodyOfUnknownLength(c)
    : readBodyOfKnownLength(c, Number(contentLength)));
  c.set("isBodyAwaited", false);
  // Without a body the content type does not matter.
  if (text === "") refuseUnreadable(c);
  if (isCompressed(c) || !isJson(c.req.header("Content-Type")))
    throw new AppError("http.unsupported_media_type");
}

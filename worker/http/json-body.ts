import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AppError } from "#worker/errors.ts";

const MAX_BODY_BYTES = 65_536;

const refuseTooLarge = (): never => {
  throw new AppError("http.body_too_large");
};

const refuseUnreadable = (cause?: unknown): never => {
  throw new AppError("http.invalid_json", { cause });
};

/** The connection broke off, or the body does not match its headers. */
const refuseIncomplete = (cause: unknown): never => {
  throw cause instanceof AppError ? cause : new AppError("http.body_incomplete", { cause });
};

const limitBody = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseTooLarge });

/** hono/body-limit buffers a body without Content-Length, up to the limit. */
async function readBodyOfUnknownLength(c: Context): Promise<string> {
  await limitBody(c, () => Promise.resolve()).catch(refuseIncomplete);
  const bytes = await c.req.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    return refuseUnreadable(cause);
  }
}

const REPLACEMENT_CHARACTER = "\uFFFD";

/**
 * The server in front of the Worker enforces Content-Length, so hono/body-limit is not needed; its stream would make a
 * search a tenth more expensive (decision 017). Invalid UTF-8 is read as U+FFFD, three bytes, which changes the length
 * unless the client sent a U+FFFD. Known gap: a body that ends inside a 4-byte UTF-8 sequence is read with U+FFFD
 * instead of being rejected.
 */
async function readBodyOfKnownLength(c: Context, length: number): Promise<string> {
  if (length > MAX_BODY_BYTES) refuseTooLarge();
  const text = await c.req.text().catch(refuseIncomplete);
  if (text.includes(REPLACEMENT_CHARACTER) && new TextEncoder().encode(text).length !== length)
    refuseUnreadable();
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
  if (text === "") refuseUnreadable();
  if (!isJson(c.req.header("Content-Type"))) throw new AppError("http.unsupported_media_type");
}

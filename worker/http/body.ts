import type * as z from "zod/mini";
import { fieldErrors } from "#schema/api/fields.ts";
import { AppError } from "#worker/errors.ts";
import type { AppContext } from "./context.ts";

const MAX_BODY_BYTES = 65_536;

/** The connection broke off, or the body is not what its own headers say. */
const brokenOff = (cause: unknown): never => {
  throw new AppError("http.body_incomplete", { cause });
};

const notText = (cause?: unknown) => new AppError("http.invalid_json", { cause });

/** A body of unannounced length is read only as far as one may be long. */
async function readPieces(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  const decode = (...piece: Parameters<TextDecoder["decode"]>) => {
    try {
      return decoder.decode(...piece);
    } catch (cause) {
      throw notText(cause);
    }
  };
  let size = 0;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return text + decode();
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw new AppError("http.body_too_large");
    }
    text += decode(value, { stream: true });
  }
}

const UNREADABLE = "\uFFFD";

/**
 * The server in front holds a body to the length it announced. As text it costs less than as bytes, whose buffers the
 * collector pays for. What is no UTF-8 is then U+FFFD, three bytes; the length tells that from the same sign sent on
 * purpose, but for three bytes of a sign of four, which are taken as U+FFFD.
 */
async function readAnnounced(request: Request, length: number): Promise<string> {
  const text = await request.text().catch(brokenOff);
  const isAsSent = !text.includes(UNREADABLE) || new TextEncoder().encode(text).length === length;
  if (!isAsSent) throw notText();
  return text;
}

async function readLimited(request: Request): Promise<string> {
  const announced = request.headers.get("Content-Length");
  if (Number(announced) > MAX_BODY_BYTES) throw new AppError("http.body_too_large");
  // Looking at `body` would make a stream of it.
  return announced === null ? readPieces(request.body) : readAnnounced(request, Number(announced));
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

export function checkShape<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError("http.validation", { fields: fieldErrors(result.error) });
}

/** The request's JSON body in the shape of `schema`, or the error that says what is wrong with it. */
export async function readJson<T extends z.ZodMiniType>(
  c: AppContext,
  schema: T,
): Promise<z.output<T>> {
  const text = await readLimited(c.req.raw);
  if (!isJson(c.req.header("Content-Type"))) throw new AppError("http.unsupported_media_type");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw notText(cause);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("http.validation", { fields: { body: "Send a JSON object" } });
  }
  return checkShape(schema, value);
}

/** The query in the shape of `schema`. */
export function readQuery<T extends z.ZodMiniType>(c: AppContext, schema: T): z.output<T> {
  return checkShape(schema, c.req.query());
}

import type * as z from "zod/mini";
import { fieldErrors } from "#schema/api/fields.ts";
import { AppError } from "#worker/errors.ts";
import type { AppContext } from "./context.ts";

const MAX_BODY_BYTES = 65_536;

/** The connection broke off, or the body is not what its own headers say. */
const brokenOff = (cause: unknown): never => {
  throw new AppError("http.body_incomplete", { cause });
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** A body of unannounced length is read only as far as one may be long. */
async function readPieces(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw new AppError("http.body_too_large");
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

const readAnnounced = (request: Request): Promise<Uint8Array> => request.bytes().catch(brokenOff);

async function readLimited(request: Request): Promise<string> {
  const announced = request.headers.get("Content-Length");
  if (Number(announced) > MAX_BODY_BYTES) throw new AppError("http.body_too_large");
  // The server in front holds a body to the length it announced. Looking at `body` would make a stream of it.
  const bytes = await (announced === null ? readPieces(request.body) : readAnnounced(request));
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError("http.invalid_json", { cause });
  }
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
    throw new AppError("http.invalid_json", { cause });
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

import type { SourceName, Sort } from "#schema/api/posts.ts";
import { fromBase64Url, toBase64Url } from "#worker/base64-url.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import type { Bookmark } from "#worker/source/page.ts";

/**
 * The place of a walk, signed: `payload.mac`. The username and the order are in the signature alone,
 * so a cursor of somebody else's walk is as wrong as a forged one. What a cursor could ask for is
 * public anyway: the signature keeps strangers from making us ask upstream for places that no page of
 * ours ever named.
 */
const SOURCES: SourceName[] = ["reddit", "archive", "sample"];
const LONGEST = 2_000;
const KV_KEY = "cursor:key";
const KEY_BYTES = 32;

export interface CursorWalk {
  username: string;
  sort: Sort;
}

type Payload = [
  source: number,
  from: string,
  index: number,
  served: number,
  lastId: string,
  lastCreated: number,
];

const keys = new Map<string, CryptoKey>();
let ownSecret: string | null = null;

/**
 * A deployment without secrets makes one of its own, once, where all its places find it. While KV
 * does not answer, the isolate's own has to do, and must not replace the one that may be there.
 */
async function secretFromKv(deps: Deps): Promise<string> {
  if (ownSecret) return ownSecret;
  const kept = await deps.kv.get(KV_KEY).catch(() => undefined);
  // Another request of this isolate may have made one meanwhile, and signed with it.
  if (ownSecret) return ownSecret;
  const secret = kept ?? toBase64Url(deps.clock.randomBytes(KEY_BYTES));
  if (kept === null) deps.waitUntil(deps.kv.put(KV_KEY, secret).catch(() => undefined));
  ownSecret = secret;
  return secret;
}

async function signingKey(deps: Deps): Promise<CryptoKey> {
  const { admin, reddit } = deps.config;
  const secret = admin?.jwtSecret || reddit.clientSecret || (await secretFromKv(deps));
  const known = keys.get(secret);
  if (known) return known;
  const material = new TextEncoder().encode(`unearth cursor v1 ${secret}`);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", material, algorithm, false, ["sign", "verify"]);
  keys.set(secret, key);
  return key;
}

const signed = (payload: string, { username, sort }: CursorWalk): Uint8Array =>
  new TextEncoder().encode(`${payload}|${username.toLowerCase()}|${sort}`);

export async function writeCursor(
  deps: Deps,
  walk: CursorWalk & { source: SourceName },
  { position, last, served }: Bookmark,
): Promise<string> {
  const payload: Payload = [
    SOURCES.indexOf(walk.source),
    position.from,
    position.index,
    served,
    last?.id ?? "",
    last?.created ?? 0,
  ];
  const text = toBase64Url(new TextEncoder().encode(JSON.stringify(payload)));
  const mac = await crypto.subtle.sign("HMAC", await signingKey(deps), signed(text, walk));
  return `${text}.${toBase64Url(new Uint8Array(mac))}`;
}

const refuse = () =>
  new AppError("http.validation", { fields: { after: "The page cursor is not valid" } });

export async function readCursor(
  deps: Deps,
  walk: CursorWalk,
  cursor: string,
): Promise<Bookmark & { source: SourceName }> {
  const [text = "", mac = "", ...rest] = cursor.split(".");
  const bytes = cursor.length <= LONGEST && rest.length === 0 ? fromBase64Url(mac) : null;
  if (!bytes || !text) throw refuse();
  const key = await signingKey(deps);
  if (!(await crypto.subtle.verify("HMAC", key, bytes, signed(text, walk)))) throw refuse();
  // Signed by us: its shape is ours, whichever version of this code wrote it.
  const json = new TextDecoder().decode(fromBase64Url(text) ?? new Uint8Array());
  const [source, from, index, served, lastId, lastCreated] = JSON.parse(json) as Payload;
  const name = SOURCES[source];
  if (!name) throw refuse();
  const last = lastId ? { id: lastId, created: lastCreated } : null;
  return { source: name, position: { from, index }, served, last };
}

import { CLIPS, STILLS, type Clip, type ClipName } from "./catalogue.ts";
import { pick, signature } from "./ids.ts";
import { html, json, type Json } from "./wire.ts";

const DAY_SECONDS = 86_400;

function base64url(value: Json): string {
  return btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A JWT with `exp`, whose signature is a checksum, so that there is no secret. */
export function mintGuestToken(now: number): string {
  const seconds = Math.floor(now / 1000);
  const payload = {
    iss: "https://www.redgifs.com/",
    iat: seconds,
    exp: seconds + DAY_SECONDS,
    sub: "guest",
  };
  const body = `${base64url({ alg: "RS256", typ: "JWT" })}.${base64url(payload)}`;
  return `${body}.${signature(body)}`;
}

function isValidGuest(authorization: string | null, now: number): boolean {
  const match = /^Bearer ([\w-]+)\.([\w-]+)\.([0-9a-f]{40})$/i.exec(authorization ?? "");
  if (!match || match[3] !== signature(`${match[1]}.${match[2]}`)) return false;
  const payload = atob((match[2] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
  return (JSON.parse(payload) as { exp: number }).exp > now / 1000;
}

function failure(status: number, code: string, message: string, headers = {}): Response {
  return json({ error: { code, message, description: message, status } }, status, headers);
}

/** Id to fault. */
const FAULTS = new Map<string, () => Response>([
  ["gonegildedgecko", () => failure(410, "Gone", "This GIF has been removed")],
  [
    "busybronzebadger",
    () => failure(429, "TooManyRequests", "Too many requests", { "retry-after": "5" }),
  ],
  ["brokenbluebittern", () => html("<h1>Internal Server Error</h1>", 500)],
]);

function details(id: string, now: number): Json {
  return {
    id,
    createDate: Math.floor(now / 1000 / DAY_SECONDS) * DAY_SECONDS - pick(id, 3, 400) * DAY_SECONDS,
    likes: pick(`${id}/likes`, 10, 900),
    views: pick(`${id}/views`, 900, 90_000),
    tags: ["Gems", "Light", "Abstract"],
    niches: [],
    verified: true,
    published: true,
    userName: "clipquarry",
    avgColor: "#2b2430",
    gallery: null,
    sexuality: [],
  };
}

function clip(name: ClipName, film: Clip, now: number): Json {
  const id = name.toLowerCase();
  const at = `https://media.redgifs.com/${name}`;
  return {
    ...details(id, now),
    type: 1,
    duration: film.duration,
    // The real API sometimes sends the flag as text.
    hasAudio: name === "CopperPatientLynx" ? String(film.hasAudio) : film.hasAudio,
    width: film.width,
    height: film.height,
    hls: false,
    urls: {
      poster: `${at}-poster.jpg`,
      thumbnail: `${at}-mobile.jpg`,
      hd: `${at}.mp4`,
      sd: `${at}-mobile.mp4`,
      html: `https://www.redgifs.com/ifr/${id}`,
    },
  };
}

/** RedGifs hosts pictures too: type 2. */
function picture(id: string, now: number): Json {
  const { width, height } = STILLS.citrineg;
  const at = `https://i.redgifs.com/i/${id}.jpg`;
  return {
    ...details(id, now),
    type: 2,
    duration: null,
    hasAudio: false,
    width,
    height,
    hls: false,
    urls: { poster: at, thumbnail: at, hd: at, sd: at, html: `https://www.redgifs.com/ifr/${id}` },
  };
}

const PICTURE = "quietgildedmoth";
const CLIPS_BY_ID = new Map(
  (Object.keys(CLIPS) as ClipName[]).map((name) => [name.toLowerCase(), name]),
);

function gif(id: string, now: number): Response {
  const fault = FAULTS.get(id);
  if (fault) return fault();
  const name = CLIPS_BY_ID.get(id);
  const found = name ? clip(name, CLIPS[name], now) : id === PICTURE ? picture(id, now) : null;
  if (!found) return failure(404, "HttpNotFoundException", `GIF ${id} not found`);
  return json({ gif: found, user: { username: "clipquarry", verified: true }, niches: [] });
}

/** RedGifs' API, version 2: a guest token, then one clip by its lower-case id. */
export async function handleSampleRedgifs(
  request: Request,
  now: number = Date.now(),
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method !== "GET") return failure(405, "MethodNotAllowed", "Method not allowed");
  if (pathname === "/v2/auth/temporary") {
    const agent = request.headers.get("user-agent") ?? "";
    return json({ token: mintGuestToken(now), addr: "192.0.2.1", agent, session: "sample" });
  }
  const authorization = request.headers.get("authorization");
  if (!authorization) {
    return failure(401, "AuthorizationHeaderMissing", "The authorization header is missing");
  }
  if (!isValidGuest(authorization, now)) {
    return failure(401, "TokenExpired", "The token is expired or not valid");
  }
  const id = /^\/v2\/gifs\/([A-Za-z0-9]+)$/.exec(pathname)?.[1];
  return id ? gif(id, now) : failure(404, "HttpNotFoundException", "No such path");
}

import { signature } from "./ids.ts";
import { json, redditError } from "./wire.ts";

/** The only application that the stand-in knows. As an installed app it has the same id and no secret. */
export const SAMPLE_CLIENT = { id: "sample-client-id", secret: "sample-client-secret" } as const;

const LIFETIME = 3600;
const INSTALLED = "https://oauth.reddit.com/grants/installed_client";

function basic(request: Request): [string, string] | null {
  const match = /^Basic (.+)$/i.exec(request.headers.get("authorization") ?? "");
  try {
    const [id, ...secret] = atob(match?.[1] ?? "").split(":");
    return id ? [id, secret.join(":")] : null;
  } catch {
    return null;
  }
}

/** The token carries its expiry, so that the stand-in keeps no state. */
export function mintToken(now: number): string {
  const body = `sample-${Math.floor(now / 1000) + LIFETIME}`;
  return `${body}-${signature(body)}`;
}

export function isValidToken(authorization: string | null, now: number): boolean {
  const match = /^bearer (sample-(\d+))-([0-9a-f]{40})$/i.exec(authorization ?? "");
  if (!match) return false;
  return Number(match[2]) > now / 1000 && match[3] === signature(match[1] ?? "");
}

/** POST /api/v1/access_token */
export async function accessToken(request: Request, now: number): Promise<Response> {
  const client = basic(request);
  if (!client || client[0] !== SAMPLE_CLIENT.id) return redditError(401, "Unauthorized");
  // Not text(), because workerd warns about this content type.
  const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
  const grant = form.get("grant_type");
  const device = form.get("device_id") ?? "";
  if (grant === "client_credentials") {
    if (client[1] !== SAMPLE_CLIENT.secret) return redditError(401, "Unauthorized");
  } else if (grant === INSTALLED) {
    if (client[1] !== "") return redditError(401, "Unauthorized");
    if (device.length < 20 || device.length > 30) return json({ error: "invalid_grant" }, 400);
  } else {
    return json({ error: "unsupported_grant_type" }, 400);
  }
  return json({
    access_token: mintToken(now),
    token_type: "bearer",
    expires_in: LIFETIME,
    scope: "*",
    ...(grant === INSTALLED ? { device_id: device } : {}),
  });
}

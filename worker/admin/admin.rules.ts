import { jwtVerify, SignJWT } from "jose";
import { HOUR_MS } from "#schema/time.ts";
import { fromBase64Url } from "#worker/lib/base64-url.ts";
import type { Config } from "#worker/env.ts";

export const TOKEN_MS = 8 * HOUR_MS;
const ISSUER = "unearth";
const ALGORITHM = "HS256";

export interface AdminToken {
  jti: string;
  expiresAt: Date;
}

const secretBytes = (secret: string) => new TextEncoder().encode(secret);

/** A token of one environment is refused in another, even if both share a secret. */
const audienceOf = ({ environment }: Pick<Config, "environment">) => `unearth-admin-${environment}`;

export async function signToken(
  config: Pick<Config, "environment">,
  secret: string,
  { jti, expiresAt }: AdminToken,
  now: number,
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setIssuer(ISSUER)
    .setAudience(audienceOf(config))
    .setJti(jti)
    .setIssuedAt(new Date(now))
    .setExpirationTime(expiresAt)
    .sign(secretBytes(secret));
}

/** jose also accepts signatures whose last character has other unused bits. */
const hasExactSignature = (token: string): boolean =>
  fromBase64Url(token.slice(token.lastIndexOf(".") + 1)) !== null;

/** Returns null for an expired token and for one that this environment did not sign. */
export async function verifyToken(
  config: Pick<Config, "environment">,
  secret: string,
  token: string,
  now: number,
): Promise<AdminToken | null> {
  if (!hasExactSignature(token)) return null;
  try {
    const { payload } = await jwtVerify(token, secretBytes(secret), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: audienceOf(config),
      typ: "JWT",
      requiredClaims: ["jti", "exp", "iat"],
      maxTokenAge: TOKEN_MS / 1000,
      currentDate: new Date(now),
    });
    const { jti = "", exp = 0 } = payload;
    return { jti, expiresAt: new Date(exp * 1000) };
  } catch {
    return null;
  }
}

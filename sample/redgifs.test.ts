import { expect, test } from "vitest";
import { handleSampleRedgifs, mintGuestToken } from "./redgifs.ts";

const NOW = Date.UTC(2026, 10, 21, 15, 20);

function get(path: string, token: string | null = mintGuestToken(NOW)) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return handleSampleRedgifs(new Request(`https://redgifs.invalid${path}`, { headers }), NOW);
}

interface Gif {
  gif: { id: string; type: number; hasAudio: boolean; urls: Record<string, string> };
}

test("the guest token is a JWT with its expiry", async () => {
  const { token } = (await (await get("/v2/auth/temporary", null)).json()) as { token: string };
  const payload = JSON.parse(atob(token.split(".")[1] ?? "")) as { exp: number };
  expect(payload.exp).toBe(NOW / 1000 + 86_400);
});

test("a clip has a lower-case id and CamelCase files", async () => {
  const { gif } = (await (await get("/v2/gifs/amberdriftingheron")).json()) as Gif;
  expect(gif).toMatchObject({ id: "amberdriftingheron", type: 1, hasAudio: true });
  expect(gif.urls.hd).toBe("https://media.redgifs.com/AmberDriftingHeron.mp4");
  expect(gif.urls.sd).toBe("https://media.redgifs.com/AmberDriftingHeron-mobile.mp4");
});

test("pictures are type 2", async () => {
  const { gif } = (await (await get("/v2/gifs/quietgildedmoth")).json()) as Gif;
  expect(gif.type).toBe(2);
});

test("no token and a stale token are 401, each with its code", async () => {
  const none = await get("/v2/gifs/amberdriftingheron", null);
  expect(none.status).toBe(401);
  expect(await none.json()).toMatchObject({ error: { code: "AuthorizationHeaderMissing" } });
  const stale = await get("/v2/gifs/amberdriftingheron", mintGuestToken(NOW - 86_400_000));
  expect(stale.status).toBe(401);
});

test("the name of an object's own method is an unknown clip", async () => {
  for (const id of ["constructor", "toString", "__proto__"])
    expect((await get(`/v2/gifs/${id}`)).status, id).toBe(404);
});

test("unknown, removed and busy clips are 404, 410 and 429", async () => {
  expect((await get("/v2/gifs/absentazureadder")).status).toBe(404);
  expect((await get("/v2/gifs/AmberDriftingHeron")).status).toBe(404);
  expect((await get("/v2/gifs/gonegildedgecko")).status).toBe(410);
  const busy = await get("/v2/gifs/busybronzebadger");
  expect([busy.status, busy.headers.get("retry-after")]).toEqual([429, "5"]);
  expect((await get("/v2/gifs/brokenbluebittern")).status).toBe(500);
});

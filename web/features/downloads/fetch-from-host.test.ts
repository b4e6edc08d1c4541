import { expect, test, vi } from "vitest";
import { fetchFromHost } from "./fetch-from-host.ts";

test("a host gets no cookies and no referrer, whatever else the request says", async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response("a picture"));
  vi.stubGlobal("fetch", fetched);
  const named = { credentials: "include", referrerPolicy: "unsafe-url" } as const;
  for (const init of [undefined, { headers: { range: "bytes=0-" } }, named])
    await fetchFromHost("https://i.redd.it/full.jpg", init);
  expect(fetched).toHaveBeenCalledTimes(3);
  for (const [, init] of fetched.mock.calls)
    expect(init).toMatchObject({ credentials: "omit", referrerPolicy: "no-referrer" });
  expect(fetched.mock.calls[1]?.[1]?.headers).toEqual({ range: "bytes=0-" });
});

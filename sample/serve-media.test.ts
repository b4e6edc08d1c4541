import { expect, test } from "vitest";
import { mediaUrl } from "./media-url.ts";
import { contentType, mediaResponse, parseRange } from "./serve-media.ts";

const bytes = new TextEncoder().encode("0123456789").buffer as ArrayBuffer;
const ask = (range?: string, method = "GET") =>
  mediaResponse(
    new Request("https://dev.invalid/", { method, headers: range ? { range } : {} }),
    "v.redd.it/x/CMAF_720.mp4",
    bytes,
  );

test("a request without a range gets the whole file, with Accept-Ranges", async () => {
  const response = ask();
  expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
  expect(response.headers.get("accept-ranges")).toBe("bytes");
  expect(response.headers.get("content-type")).toBe("video/mp4");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
});

test("a range answers 206 with exactly those bytes", async () => {
  for (const [range, text, said] of [
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
  ] as const) {
    const response = ask(range);
    expect([response.status, await response.text()]).toEqual([206, text]);
    expect(response.headers.get("content-range")).toBe(said);
  }
});

test("a range past the end is 416, a malformed one is ignored", () => {
  const beyond = ask("bytes=10-");
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  expect(parseRange("bytes=4-2", 10)).toBeNull();
  expect(parseRange("lines=1-2", 10)).toBeNull();
  expect(parseRange("bytes=-0", 10)).toBe(false);
});

test("HEAD has the headers and no body", async () => {
  const response = ask(undefined, "HEAD");
  expect(await response.text()).toBe("");
  expect(response.headers.get("content-length")).toBe("10");
});

test("a playlist has the type that players expect", () => {
  expect(contentType("a/HLSPlaylist.m3u8")).toBe("application/vnd.apple.mpegurl");
});

test("only addresses on media hosts are rewritten, and their query is kept", () => {
  expect(mediaUrl("https://i.redd.it/x.jpg")).toBe("/sample/media/i.redd.it/x.jpg");
  expect(mediaUrl("https://preview.redd.it/x.jpg?width=320&s=1")).toBe(
    "/sample/media/preview.redd.it/x.jpg?width=320&s=1",
  );
  for (const other of [
    "https://www.youtube.com/watch?v=x",
    "https://www.reddit.com/r/x",
    "http://i.redd.it/x.jpg",
    "https://i.redd.it.example.com/x.jpg",
    "/sample/media/i.redd.it/x.jpg",
    "",
  ]) {
    expect(mediaUrl(other)).toBe(other);
  }
});

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { CREATORS, listed } from "#sample/creators/all.ts";
import { handleSampleRedgifs, mintGuestToken } from "#sample/redgifs.ts";
import { CLIPS } from "#sample/catalogue.ts";
import { mediaFile } from "#sample/media-file.ts";
import { mediaUrl } from "#sample/media-url.ts";
import { user } from "#sample/user.ts";
import { ROOT, fileAt } from "./files.ts";

const NOW = Date.UTC(2026, 10, 21, 15, 20);
/** A v.redd.it address without a file name is a page. */
const PAGE = /^https:\/\/v\.redd\.it\/[a-z0-9]+$/;

function fileOf(url: string): string | null {
  const path = mediaUrl(url);
  if (path === url || PAGE.test(url) || url.endsWith(".gifv")) return null;
  const { pathname, search } = new URL(path, "https://dev.invalid");
  const found = mediaFile(pathname, search, NOW / 1000);
  if ("refused" in found) throw new Error(`${found.refused} for ${url}`);
  return found.file;
}

interface Sized {
  url: string;
  width: number;
  height: number;
}

/** Collects every address of an answer, and the sizes given beside addresses. */
function collect(value: unknown, urls: Set<string>, sized: Sized[]): void {
  if (typeof value === "string") {
    if (/^https:\/\/\S+$/.test(value)) urls.add(value);
    return;
  }
  if (!value || typeof value !== "object") return;
  const { url, width, height, u, x, y, gif } = value as Record<string, unknown>;
  const address = url ?? u ?? gif;
  const [w, h] = [width ?? x, height ?? y];
  if (typeof address === "string" && typeof w === "number" && typeof h === "number") {
    if (!address.includes("format=mp4")) sized.push({ url: address, width: w, height: h });
  }
  for (const one of Object.values(value)) collect(one, urls, sized);
}

function everything(): { urls: Set<string>; sized: Sized[] } {
  const urls = new Set<string>();
  const sized: Sized[] = [];
  for (const creator of CREATORS) {
    if (!creator.suspended) collect(user(creator, NOW), urls, sized);
    for (const spec of creator.posts) {
      collect(listed(spec, creator, NOW), urls, sized);
    }
  }
  return { urls, sized };
}

const PENDING = "pendingv";

test("every media address in every answer has a file", () => {
  const missing = [...everything().urls]
    .filter((url) => !url.includes(PENDING))
    .filter((url) => {
      const file = fileOf(url);
      return file !== null && !existsSync(fileAt(file));
    });
  expect(missing).toEqual([]);
});

test("every picture has exactly the size given in its answer", async () => {
  const pictures = everything().sized.flatMap(({ url, width, height }) => {
    const file = fileOf(url);
    return file ? [{ file, width, height }] : [];
  });
  const files = [...new Set(pictures.map(({ file }) => file))];
  const headers = await Promise.all(
    // Of an animation sharp gives one frame's size.
    files.map(async (file) => [file, await sharp(fileAt(file)).metadata()] as const),
  );
  const sizes = new Map(headers);
  const wrong = pictures.filter(({ file, width, height }) => {
    const size = sizes.get(file);
    return size?.width !== width || size.height !== height;
  });
  expect(wrong).toEqual([]);
});

test("a changed query is refused, as at preview.redd.it, and so is an expired manifest", () => {
  const { urls } = everything();
  const signed = [...urls].find((url) => url.includes("preview.redd.it") && url.includes("width="));
  const changed = new URL(mediaUrl(signed ?? "").replace("width=", "width=1"), "https://d.invalid");
  expect(mediaFile(changed.pathname, changed.search, NOW / 1000)).toEqual({ refused: 403 });
  const manifest = [...urls].find((url) => url.includes("HLSPlaylist.m3u8"));
  const { pathname, search } = new URL(mediaUrl(manifest ?? ""), "https://d.invalid");
  expect(mediaFile(pathname, search, NOW / 1000)).toHaveProperty("file");
  expect(mediaFile(pathname, search, NOW / 1000 + 31 * 86_400)).toEqual({ refused: 403 });
});

test("every file named by a RedGifs answer exists", async () => {
  for (const name of Object.keys(CLIPS)) {
    const response = await handleSampleRedgifs(
      new Request(`https://redgifs.invalid/v2/gifs/${name.toLowerCase()}`, {
        headers: { authorization: `Bearer ${mintGuestToken(NOW)}` },
      }),
      NOW,
    );
    const { gif } = (await response.json()) as { gif: { urls: Record<string, string> } };
    const { html: _page, ...files } = gif.urls;
    for (const url of Object.values(files)) {
      expect(existsSync(fileAt(fileOf(url) ?? "none")), url).toBe(true);
    }
  }
});

test("every playlist's byte ranges lie within the files they name and cover them to the end", () => {
  const playlists = readdirSync(join(ROOT, "v.redd.it"), { recursive: true, encoding: "utf8" })
    .filter((path) => /HLS_\w+\.m3u8$/.test(path))
    .map((path) => join(ROOT, "v.redd.it", path));
  expect(playlists.length).toBeGreaterThan(10);
  for (const path of playlists) {
    const text = readFileSync(path, "utf8");
    const media = /URI="([^"]+)"/.exec(text)?.[1] ?? "";
    const size = statSync(join(path, "..", media)).size;
    const ends = [...text.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map(
      ([, length, offset]) => Number(length) + Number(offset),
    );
    expect(Math.max(...ends), path).toBeLessThanOrEqual(size);
    expect(Math.max(...ends), path).toBeGreaterThan(size * 0.9);
  }
});

test("the files stay small: under 12 MB together, none over 1 MB", () => {
  const sizes = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .map((path) => statSync(join(ROOT, path)))
    .filter((stat) => stat.isFile())
    .map((stat) => stat.size);
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12_000_000);
});

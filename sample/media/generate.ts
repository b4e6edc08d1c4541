// Renders the media files of the sample source: npx node sample/media/generate.ts [key …] [--missing]
// It needs ffmpeg on the path and a Chrome or Chromium; see sample/README.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AVATARS, CLIPS, GIFS, VIDEOS, allStills, type ClipName } from "#sample/catalogue.ts";
import { openPainter } from "./browser.ts";
import { drawClip, drawGif, drawVideo } from "./films.ts";
import { isThere } from "./files.ts";
import { drawAvatar, drawStill } from "./pictures.ts";

const wanted = new Set(process.argv.slice(2).filter((word) => !word.startsWith("--")));
const onlyMissing = process.argv.includes("--missing");

const chosen = (key: string, file: string): boolean =>
  (wanted.size === 0 || wanted.has(key)) && !(onlyMissing && isThere(file));

const TILE_QUALITY = 60;
const STILL_QUALITY = 64;

const painter = await openPainter(
  readFileSync(join(import.meta.dirname, "painter-page.js"), "utf8"),
);

async function timed(key: string, work: () => Promise<void>): Promise<void> {
  const started = Date.now();
  await work();
  console.log(key, `${((Date.now() - started) / 1000).toFixed(1)} s`);
}

for (const [key, shot] of allStills()) {
  if (!chosen(key, `i.redd.it/${key}.jpg`)) continue;
  const quality = key.startsWith("tile") ? TILE_QUALITY : STILL_QUALITY;
  await timed(key, () => drawStill(painter, key, shot, quality));
}
for (const [key, { scene, p }] of Object.entries(AVATARS)) {
  if (chosen(key, `styles.redditmedia.com/${key}.jpg`)) {
    await timed(key, () => drawAvatar(painter, key, scene, p));
  }
}
for (const [key, film] of Object.entries(VIDEOS)) {
  if (chosen(key, `v.redd.it/${key}/HLSPlaylist.m3u8`)) {
    await timed(key, () => drawVideo(painter, key, film));
  }
}
for (const [key, shot] of Object.entries(GIFS)) {
  if (chosen(key, `i.redd.it/${key}.gif`)) await timed(key, () => drawGif(painter, key, shot));
}
for (const [name, film] of Object.entries(CLIPS)) {
  if (chosen(name, `media.redgifs.com/${name}.mp4`)) {
    await timed(name, () => drawClip(painter, name as ClipName, film));
  }
}
await painter.close();

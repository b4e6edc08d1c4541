import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { clipKey, type Clip, type ClipName } from "#sample/catalogue.ts";
import { indexOf } from "./mp4-index.ts";
import type { Painter } from "./browser.ts";
import { fileAt, save } from "./files.ts";
import { dashManifest, masterPlaylist, mediaPlaylist, type Rendition } from "./manifests.ts";
import { copies, frame, savePoster, type Shot } from "./pictures.ts";

/** Frames per second and the drawn fraction of the full size, both lower for costly scenes. */
const PACE: Record<string, [number, number]> = {
  gem: [15, 0.5],
  caustics: [12, 0.45],
  opal: [12, 1],
  agate: [12, 1],
  bismuth: [10, 1],
  sea: [15, 0.5],
  nebula: [12, 0.5],
  aurora: [15, 0.6],
  silk: [15, 0.5],
};

/** Small frames are drawn in full. */
const LEAST_DRAWN = 320;

interface Reel {
  folder: string;
  fps: number;
  first: Buffer;
}

function ffmpeg(args: readonly (string | number)[]): void {
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args.map(String)], { stdio: "inherit" });
}

/** Draws every frame of a film into a new folder. */
async function shoot(painter: Painter, shot: Shot, seconds: number): Promise<Reel> {
  const [fps, share] = PACE[shot.scene] ?? [12, 1];
  const samples = Math.max(share, Math.min(1, LEAST_DRAWN / Math.min(shot.width, shot.height)));
  const folder = mkdtempSync(join(tmpdir(), "reel-"));
  const count = Math.round(seconds * fps);
  let first: Buffer | null = null;
  for (let i = 0; i < count; i++) {
    const image = await frame(painter, shot, {
      samples,
      phase: i / count,
      seconds: i / fps,
      type: "image/jpeg",
    });
    first ??= image;
    writeFileSync(join(folder, `${String(i).padStart(4, "0")}.jpg`), image);
  }
  if (!first) throw new Error("a film needs frames");
  return { folder, fps, first };
}

const input = (reel: Reel) => ["-framerate", reel.fps, "-i", join(reel.folder, "%04d.jpg")];
const even = (value: number): number => 2 * Math.round(value / 2);

function sizeAt(film: Clip, short: number): { width: number; height: number } {
  const scale = short / Math.min(film.width, film.height);
  return { width: even(film.width * scale), height: even(film.height * scale) };
}

const CRF: Record<number, number> = { 720: 33, 480: 33, 360: 34, 240: 34 };
/** Scenes with fine detail are compressed more, which is invisible in motion. */
const BUSY: Record<string, number> = {
  caustics: 7,
  nebula: 5,
  sea: 3,
  aurora: 3,
  opal: 2,
  agate: 2,
  soap: 5,
  gem: 2,
  silk: 3,
};

function encoder(film: Clip, short: number, fps: number, more = 0): (string | number)[] {
  const { width, height } = sizeAt(film, short);
  const crf = (CRF[short] ?? 33) + (BUSY[film.scene] ?? 0) + more;
  const filter = `scale=${width}:${height}:flags=lanczos`;
  const codec: (string | number)[] = [
    "-c:v",
    "libx264",
    "-profile:v",
    "main",
    "-preset",
    "slower",
    "-refs",
    3,
    "-level:v",
    "3.1",
  ];
  const keys = ["-g", fps * 2, "-keyint_min", fps * 2, "-sc_threshold", 0];
  return ["-vf", filter, ...codec, "-crf", crf, "-pix_fmt", "yuv420p", ...keys];
}

/** Options for one file that serves download and streaming: fragments with an index in front. */
const FRAGMENTED = ["-movflags", "+frag_keyframe+empty_moov+default_base_moof+global_sidx"];

function target(path: string): string {
  mkdirSync(dirname(fileAt(path)), { recursive: true });
  return fileAt(path);
}

function rendition(path: string, name: string, width: number, height: number): Rendition {
  const bytes = readFileSync(fileAt(path));
  return { name, width, height, size: bytes.length, index: indexOf(bytes) };
}

/** A soft chord that swells and fades: four sines, each with its own slow tremolo. */
function chord(key: string, seconds: number): (string | number)[] {
  const root = 110 * 2 ** ((key.charCodeAt(0) % 12) / 12);
  const tones = [1, 1.5, 2, 2.52, 3].map(
    (ratio, i) =>
      `${(0.16 / (i + 1)).toFixed(3)}*sin(2*PI*${(root * ratio).toFixed(2)}*t)*(0.7+0.3*sin(2*PI*${0.13 * (i + 1)}*t+${i}))`,
  );
  const source = `aevalsrc=${tones.join("+")}:s=44100:d=${seconds}`;
  const shape = `afade=t=in:d=0.8,afade=t=out:st=${seconds - 1.2}:d=1.2,aecho=0.8:0.6:90|170:0.3|0.2,volume=1.4,atrim=0:${seconds}`;
  return ["-f", "lavfi", "-i", `${source},${shape}`];
}

const AAC = ["-c:a", "aac", "-b:a", "64k", "-ac", 1];

function saveManifests(folder: string, videos: Rendition[], audio: Rendition | null): void {
  for (const one of videos) {
    save(`${folder}/${one.name.replace("CMAF", "HLS")}.m3u8`, mediaPlaylist(one));
  }
  if (audio) save(`${folder}/HLS_AUDIO_64.m3u8`, mediaPlaylist(audio));
  save(`${folder}/DASHPlaylist.mpd`, dashManifest(videos, audio));
  save(`${folder}/HLSPlaylist.m3u8`, masterPlaylist(videos, audio));
}

function stream(folder: string, reel: Reel, film: Clip, shorts: readonly number[]): Rendition[] {
  return shorts.map((short) => {
    const name = `CMAF_${short}`;
    const path = `${folder}/${name}.mp4`;
    ffmpeg([...input(reel), ...encoder(film, short, reel.fps), ...FRAGMENTED, target(path)]);
    const { width, height } = sizeAt(film, short);
    return rendition(path, name, width, height);
  });
}

/** A film on v.redd.it: one file per quality, a sound file, and both kinds of manifest. */
export async function drawVideo(painter: Painter, key: string, film: Clip): Promise<void> {
  const reel = await shoot(painter, film, film.duration);
  const folder = `v.redd.it/${key}`;
  const videos = stream(folder, reel, film, film.heights);
  let audio: Rendition | null = null;
  if (film.hasAudio) {
    const path = `${folder}/CMAF_AUDIO_64.mp4`;
    const cut = ["-movflags", "+empty_moov+default_base_moof+global_sidx", "-frag_duration", 2e6];
    ffmpeg([...chord(key, film.duration), ...AAC, ...cut, target(path)]);
    audio = rendition(path, "CMAF_AUDIO_64", 0, 0);
  }
  saveManifests(folder, videos, audio);
  await savePoster(key, reel.first, film.width, film.height);
  rmSync(reel.folder, { recursive: true });
}

/** A clip on RedGifs: two muxed files, stills, and Reddit's silent low copy. */
export async function drawClip(painter: Painter, name: ClipName, film: Clip): Promise<void> {
  const reel = await shoot(painter, film, film.duration);
  const sound = film.hasAudio ? chord(name, film.duration) : [];
  const at = `media.redgifs.com/${name}`;
  for (const [short, suffix] of [
    [film.heights[0] ?? 720, ""],
    [film.heights[1] ?? 360, "-mobile"],
  ] as const) {
    const muxed = film.hasAudio ? [...AAC, "-shortest"] : [];
    const fast = ["-movflags", "+faststart", target(`${at}${suffix}.mp4`)];
    ffmpeg([...input(reel), ...sound, ...encoder(film, short, reel.fps, 2), ...muxed, ...fast]);
  }
  const key = clipKey(name);
  const folder = `v.redd.it/${key}`;
  saveManifests(folder, stream(folder, reel, film, [240]), null);
  await savePoster(key, reel.first, film.width, film.height);
  const still = sharp(reel.first).resize(film.width, film.height);
  save(`${at}-poster.jpg`, await still.jpeg({ quality: 62, mozjpeg: true }).toBuffer());
  const small = sharp(reel.first).resize({ width: 360 });
  save(`${at}-mobile.jpg`, await small.jpeg({ quality: 60, mozjpeg: true }).toBuffer());
  rmSync(reel.folder, { recursive: true });
}

/** A true .gif and Reddit's mp4 of it. */
export async function drawGif(painter: Painter, key: string, shot: Shot & { duration: number }) {
  const reel = await shoot(painter, shot, shot.duration);
  const size = `${shot.width}:${shot.height}`;
  const palette = `fps=10,scale=${size}:flags=lanczos,split[a][b];[a]palettegen=max_colors=48[p];[b][p]paletteuse=dither=none:diff_mode=rectangle`;
  ffmpeg([...input(reel), "-filter_complex", palette, "-loop", 0, target(`i.redd.it/${key}.gif`)]);
  const short = Math.min(shot.width, shot.height);
  const film: Clip = { ...shot, heights: [short], hasAudio: false };
  const fast = ["-movflags", "+faststart", target(`preview.redd.it/${key}.mp4`)];
  ffmpeg([...input(reel), ...encoder(film, short, reel.fps), ...fast]);
  const first = await sharp(reel.first).resize(shot.width, shot.height).png().toBuffer();
  save(`preview.redd.it/${key}.jpg`, await sharp(first).jpeg({ quality: 70 }).toBuffer());
  await copies(key, first, []);
  rmSync(reel.folder, { recursive: true });
}

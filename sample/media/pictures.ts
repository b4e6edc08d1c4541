import sharp, { type Sharp } from "sharp";
import type { Painter } from "./browser.ts";
import { save } from "./files.ts";
import { arraysOf, source } from "./scenes.ts";

export interface Shot {
  scene: string;
  width: number;
  height: number;
  p: readonly number[];
}

/** Edges of traced solids need more samples than noise; the slowest scenes get fewer. */
const SAMPLES: Record<string, number> = {
  gem: 1.4,
  cubes: 1.5,
  eclipse: 1.5,
  night: 1.3,
  canyon: 0.75,
  dunes: 0.8,
  crystal: 1,
  bismuth: 1,
  dew: 1,
};

/** Draws one frame above its size and scales it down; PNG, or JPEG for films. */
export async function frame(
  painter: Painter,
  shot: Shot,
  options: { samples?: number; phase?: number; seconds?: number; type?: "image/jpeg" } = {},
): Promise<Buffer> {
  const samples = options.samples ?? SAMPLES[shot.scene] ?? 1.25;
  const width = Math.round(shot.width * samples);
  const height = Math.round(shot.height * samples);
  return painter.paint({
    source: source(shot.scene),
    width,
    height,
    uniforms: {
      R: [width, height],
      S: shot.p[0] ?? 0,
      K: shot.p[1] ?? 0,
      PH: options.phase ?? 0,
      T: options.seconds ?? 0,
    },
    arrays: arraysOf(shot.scene, shot.p),
    type: options.type ?? "image/png",
  });
}

const jpeg = (image: Sharp, quality: number) =>
  image.jpeg({ quality, mozjpeg: true, chromaSubsampling: "4:2:0" }).toBuffer();

/** Writes the small copies: one per width, a square thumbnail and a blurred one. */
export async function copies(key: string, whole: Buffer, widths: readonly number[]) {
  const at = (name: string) => `preview.redd.it/${key}.${name}.webp`;
  for (const width of widths) {
    save(
      at(String(width)),
      await sharp(whole).resize({ width }).webp({ quality: 54, effort: 6 }).toBuffer(),
    );
  }
  save(
    at("140"),
    await sharp(whole).resize(140, 140, { fit: "cover" }).webp({ quality: 62 }).toBuffer(),
  );
  save(
    at("blur"),
    await sharp(whole).resize({ width: 320 }).blur(22).webp({ quality: 40 }).toBuffer(),
  );
}

export async function drawStill(
  painter: Painter,
  key: string,
  shot: Shot & { widths: readonly number[] },
  quality: number,
): Promise<void> {
  const png = await frame(painter, shot);
  const whole = await sharp(png)
    .resize(shot.width, shot.height, { kernel: "lanczos3" })
    .png()
    .toBuffer();
  save(`i.redd.it/${key}.jpg`, await jpeg(sharp(whole), quality));
  await copies(key, whole, shot.widths);
}

export async function drawAvatar(painter: Painter, key: string, scene: string, p: Shot["p"]) {
  const png = await frame(painter, { scene, width: 256, height: 256, p }, { samples: 2 });
  save(`styles.redditmedia.com/${key}.jpg`, await jpeg(sharp(png).resize(256, 256), 74));
}

/** Writes a film's first frame, which Reddit uses as its still. */
export async function savePoster(key: string, image: Buffer, width: number, height: number) {
  const whole = await sharp(image).resize(width, height).png().toBuffer();
  save(`preview.redd.it/${key}.jpg`, await jpeg(sharp(whole), 55));
  await copies(key, whole, [320]);
}

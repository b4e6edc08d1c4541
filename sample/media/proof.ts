// Writes a contact sheet of some pictures, for work on a shader:
// npx node sample/media/proof.ts out.png 360 sapphire geodepur …   (or scene:palette:seed)
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { STILLS } from "#sample/catalogue.ts";
import { openPainter } from "./browser.ts";
import { frame, type Shot } from "./pictures.ts";

const [out = "proof.png", edgeText = "360", ...names] = process.argv.slice(2);
const edge = Number(edgeText);
const painter = await openPainter(
  readFileSync(join(import.meta.dirname, "painter-page.js"), "utf8"),
);
const cells: { input: Buffer; left: number; top: number }[] = [];
const columns = Math.ceil(Math.sqrt(names.length * 1.3));
for (const [index, name] of names.entries()) {
  const [scene = "", variant = "0", seed = "1", phase = "0"] = name.split(":");
  const known = (STILLS as Record<string, Shot>)[name];
  const shot = known ?? { scene, width: 1, height: 1, p: [Number(seed), Number(variant)] };
  const scale = edge / Math.max(shot.width, shot.height);
  const width = Math.round(shot.width * scale);
  const height = Math.round(shot.height * scale);
  const started = Date.now();
  const png = await frame(
    painter,
    { ...shot, width, height },
    { samples: 2, phase: Number(phase), seconds: Number(phase) * 6 },
  );
  console.log(name, `${Date.now() - started} ms`);
  const input = await sharp(png).resize(width, height).toBuffer();
  cells.push({
    input,
    left: (index % columns) * (edge + 6),
    top: Math.floor(index / columns) * (edge + 6),
  });
}
await painter.close();
const rowsCount = Math.ceil(names.length / columns);
const sheet = sharp({
  create: {
    width: columns * (edge + 6),
    height: rowsCount * (edge + 6),
    channels: 3,
    background: "#202226",
  },
}).composite(cells);
writeFileSync(out, await sheet.png().toBuffer());

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { brand } from "#schema/brand.ts";
import { markPaths } from "#schema/mark.ts";
import { launchBrowser } from "./browser.ts";
import { root } from "./files.ts";

/**
 * Renders the icons and the picture for link previews into web/public. The results are committed: run it by hand after
 * a change of mark, name or tagline.
 */
const GROUND = "#0b0c0f";

const GEM = markPaths();

/** Browsers that take it draw the icon at any size. */
const VECTOR_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="15" fill="${GROUND}" />
  <g transform="translate(7 7)">
    ${GEM}
  </g>
</svg>
`;

interface Icon {
  file: string;
  size: number;
  /** The gem's share of the width; in a maskable icon it stays within the circle that every launcher shows. */
  share: number;
  rounded: boolean;
}

const ICONS: Icon[] = [
  { file: "favicon.ico", size: 48, share: 0.82, rounded: true },
  { file: "apple-touch-icon.png", size: 180, share: 0.7, rounded: false },
  { file: "icon-192.png", size: 192, share: 0.7, rounded: true },
  { file: "icon-512.png", size: 512, share: 0.7, rounded: true },
  { file: "icon-maskable.png", size: 512, share: 0.6, rounded: false },
];

function iconPage({ share, rounded }: Icon): string {
  const width = 64 * share;
  const at = (64 - width) / 2;
  // Optical centring: the gem looks heavier at the top.
  const top = at + width * 0.02;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" style="display:block;width:100vw;height:100vh">
    <rect width="64" height="64" rx="${rounded ? 15 : 0}" fill="${GROUND}"/>
    <svg x="${at}" y="${top}" width="${width}" height="${width}" viewBox="3 3 42 42">${GEM}</svg>
  </svg>`;
}

/** Facets of a large stone behind the words, cropped by the picture. */
const FACETS = [
  ["700,0 930,0 800,150", 0.3],
  ["930,0 1130,130 800,150", 0.55],
  ["930,0 1200,0 1130,130", 0.2],
  ["800,150 1130,130 960,350", 0.8],
  ["1130,130 1200,0 1200,300", 0.4],
  ["1130,130 1200,300 1080,480 960,350", 0.5],
  ["800,150 960,350 720,420", 0.35],
  ["700,0 800,150 720,420 620,180", 0.18],
  ["720,420 960,350 860,630", 0.45],
  ["960,350 1080,480 860,630", 0.65],
  ["1080,480 1200,300 1200,630", 0.3],
  ["1080,480 1200,630 860,630", 0.2],
] as const;

function previewPage(font: string): string {
  const facets = FACETS.map(
    ([points, light]) =>
      `<polygon points="${points}" fill="#f6b73c" fill-opacity="${light * 0.5}" stroke="#f6b73c" stroke-opacity=".35"/>`,
  ).join("");
  return `<style>
    @font-face { font-family: Display; font-weight: 800; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0; width: 1200px; height: 630px; background: ${GROUND}; color: #f4f3ef; font-family: Display, sans-serif }
    svg.facets { position: absolute; inset: 0; mask-image: linear-gradient(100deg, transparent 48%, #000 82%) }
    main { position: absolute; left: 80px; top: 0; bottom: 0; width: 720px; display: flex; flex-direction: column; justify-content: center }
    .mark { display: flex; align-items: center; gap: 20px; font-size: 44px; font-weight: 800; margin-bottom: 44px }
    h1 { font-size: 84px; line-height: 1.03; font-weight: 800; margin: 0; letter-spacing: -0.02em }
    p { font-size: 34px; font-weight: 800; color: #f6b73c; margin: 32px 0 0 }
  </style>
  <svg class="facets" width="1200" height="630">${facets}</svg>
  <main>
    <div class="mark"><svg width="72" height="72" viewBox="0 0 48 48">${GEM}</svg>${brand.name}</div>
    <h1>${brand.headline}</h1>
    <p>${brand.tagline}</p>
  </main>`;
}

interface Picture {
  file: string;
  width: number;
  height: number;
  html: string;
}

/** A favicon.ico may hold a PNG: a header, one entry of its directory, and the picture. */
function iconFile(png: Uint8Array, size: number): Uint8Array {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

async function render(browser: Browser, { file, width, height, html }: Picture): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<!doctype html><body style="margin:0">${html}`);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const png = await page.screenshot({ omitBackground: true });
  const picture = file.endsWith(".ico") ? iconFile(png, width) : png;
  writeFileSync(join(root, "web/public", file), picture);
  await page.close();
  console.log(`web/public/${file}`);
}

async function main(): Promise<void> {
  const font = readFileSync(join(root, "web/fonts/bricolage-grotesque.woff2"), "base64");
  writeFileSync(join(root, "web/public/icon.svg"), VECTOR_ICON);
  const browser = await launchBrowser();
  try {
    for (const icon of ICONS) {
      const { file, size } = icon;
      await render(browser, { file, width: size, height: size, html: iconPage(icon) });
    }
    await render(browser, { file: "og.png", width: 1200, height: 630, html: previewPage(font) });
  } finally {
    await browser.close();
  }
}

await main();

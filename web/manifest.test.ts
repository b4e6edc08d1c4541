import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { brand } from "#schema/brand.ts";

const file = (name: string) => readFileSync(new URL(`./public/${name}`, import.meta.url));

/** A PNG says its size in the first chunk. */
function sizeOf(name: string): string {
  const bytes = file(name);
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

interface Manifest {
  name: string;
  description: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

const manifest = JSON.parse(file("manifest.webmanifest").toString()) as Manifest;
const pngs = manifest.icons.filter(({ type }) => type === "image/png");

test.each(pngs)("$src is as large as the manifest says", ({ src, sizes }) => {
  expect(sizeOf(src.slice(1))).toBe(sizes);
});

test("it can be installed: icons of 192 and 512 pixels, and one that may be masked", () => {
  expect(pngs.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(pngs.some(({ purpose }) => purpose === "maskable")).toBe(true);
});

test("what cannot read schema/brand.ts says the same name and description, and where to report a hole", () => {
  expect(manifest).toMatchObject({ name: brand.name, description: brand.description });
  const shell = file("../index.html").toString();
  expect(shell).toContain(`<title>${brand.name}: ${brand.headline}</title>`);
  expect(shell).toContain(`content="${brand.description}"`);
  expect(shell).toContain(`<noscript>${brand.name} needs`);
  expect(file("../../SECURITY.md").toString()).toContain(brand.securityEmail);
});

test("the picture of link previews is 1200 by 630 and light enough for every messenger", () => {
  expect(sizeOf("og.png")).toBe("1200x630");
  expect(file("og.png").byteLength).toBeLessThan(300_000);
});

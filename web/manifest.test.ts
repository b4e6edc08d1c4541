import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { markPaths } from "#schema/mark.ts";

const file = (name: string) => readFileSync(new URL(`./public/${name}`, import.meta.url));

/** Read from the PNG's IHDR chunk. */
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

test.each(pngs)("$src has the size that the manifest names", ({ src, sizes }) => {
  expect(sizeOf(src.slice(1))).toBe(sizes);
});

test("the icon that browsers draw themselves has the facets of the pages' mark", () => {
  expect(file("icon.svg").toString()).toContain(markPaths());
});

test("the app is installable: icons of 192 and 512 pixels, and a maskable one", () => {
  expect(pngs.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(pngs.some(({ purpose }) => purpose === "maskable")).toBe(true);
});

test("files that cannot import schema/brand.ts repeat its name, description and contacts", () => {
  expect(manifest).toMatchObject({ name: brand.name, description: brand.description });
  const shell = file("../index.html").toString();
  expect(shell).toContain(`<title>${brand.name}: ${brand.headline}</title>`);
  expect(shell).toContain(`content="${brand.description}"`);
  expect(shell).toContain(`>${brand.name} needs JavaScript.`);
  expect(shell, "without JavaScript /contact is empty").toContain(
    ` ${brand.contactEmail}.</noscript`,
  );
  expect(file("../../SECURITY.md").toString()).toContain(brand.securityEmail);
});

test("the link preview picture is 1200 by 630 and under 300 KB", () => {
  expect(sizeOf("og.png")).toBe("1200x630");
  expect(file("og.png").byteLength).toBeLessThan(300_000);
});

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./files.ts";

/**
 * Whose work travels with the Worker and the web app, and under what terms. It lists all that the
 * runtime dependencies bring, though a bundler may leave some of it out: a notice too many harms nobody.
 */
export const NOTICES = "THIRD-PARTY-NOTICES.md";

/** Named for building only, yet a part of what they hold is served: a font's glyphs, a reset of styles. */
const SERVED_IN_PART = ["@fontsource-variable/bricolage-grotesque", "tailwindcss"];

interface Manifest {
  version: string;
  license?: string;
  homepage?: string;
  repository?: string | { url: string };
  dependencies?: Record<string, string>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}

const folderOf = (name: string) => join("node_modules", name);

/** The named packages and what they need in turn, by name. */
function withDependencies(names: readonly string[]): string[] {
  const found = new Set<string>();
  const queue = [...names];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (found.has(name)) continue;
    found.add(name);
    queue.push(...Object.keys(manifestOf(folderOf(name)).dependencies ?? {}));
  }
  return [...found].toSorted();
}

export const bundledPackages = (): string[] =>
  withDependencies([...Object.keys(manifestOf(".").dependencies ?? {}), ...SERVED_IN_PART]);

/** For a package that names a licence and carries no text of it: another's copy of the same text. */
const TEXTS: Record<string, string> = { "Apache-2.0": "sharp" };

function licenceText(name: string, license: string): string {
  const own = readdirSync(join(root, folderOf(name))).find((file) => /^licen[cs]e/i.test(file));
  if (own) return readFileSync(join(root, folderOf(name), own), "utf8");
  const lender = TEXTS[license];
  if (!lender)
    throw new Error(`${name} (${license}) carries no licence text, and nothing here has one`);
  return readFileSync(join(root, folderOf(lender), "LICENSE"), "utf8");
}

function address({ homepage, repository }: Manifest): string {
  const url = typeof repository === "string" ? repository : repository?.url;
  const written = url ?? homepage ?? "";
  const full = /^[\w-]+\/[\w.-]+$/.test(written) ? `https://github.com/${written}` : written;
  return full
    .replace(/^git\+/, "")
    .replace(/^git:/, "https:")
    .replace(/\.git$/, "");
}

function notice(name: string): string {
  const manifest = manifestOf(folderOf(name));
  const license = manifest.license ?? "";
  const text = licenceText(name, license).replaceAll("\r\n", "\n").trim();
  return `## ${name}\n\n${license}, <${address(manifest)}>\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}

const HEAD = `# Third-party notices

What the Worker and the web app carry of other people's work. Written by \`npm run notices\` from
the installed packages; not edited by hand.
`;

export function notices(): string {
  return [HEAD, ...bundledPackages().map(notice)].join("\n");
}

if (import.meta.main) {
  writeFileSync(join(root, NOTICES), notices());
  console.log(NOTICES);
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { root } from "#tools/files.ts";

export const NOTICES = "THIRD-PARTY-NOTICES.md";

/** One entry of Vite's `build.license`. */
interface Licence {
  name: string;
  identifier: string;
  text?: string;
}

/** Packages in the stylesheet, which Vite's list omits. */
const IN_STYLES: Licence[] = [
  { name: "@fontsource-variable/bricolage-grotesque", identifier: "OFL-1.1" },
  { name: "tailwindcss", identifier: "MIT" },
];

/** Files with the licence texts of packages above, and of packages that name a licence without its text. */
const TEXTS: Record<string, string> = {
  "@fontsource-variable/bricolage-grotesque": "@fontsource-variable/bricolage-grotesque/LICENSE",
  "@hono/zod-validator": "hono/LICENSE",
  "drizzle-orm": "sharp/LICENSE",
  tailwindcss: "tailwindcss/LICENSE",
};

/** Keeps WebAssembly imports in the bundle's list of modules. */
const wasm: Plugin = {
  name: "wasm",
  enforce: "pre",
  load: (id) =>
    id.endsWith(".wasm")
      ? { code: "export default {};", moduleSideEffects: "no-treeshake" }
      : undefined,
};

const WEB: InlineConfig = { root: join(root, "web") };
const WORKER: InlineConfig = {
  root,
  configFile: false,
  plugins: [wasm],
  // The same as worker/tsconfig.json sets for wrangler.
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
  ssr: { noExternal: true, target: "webworker" },
  build: { ssr: "worker/index.ts", rolldownOptions: { external: /^cloudflare:/ } },
};

/** The packages that a bundle contains after tree shaking. */
async function listBundled(config: InlineConfig): Promise<Licence[]> {
  const fileName = "licences.json";
  const options = { ...config.build, write: false, minify: false, license: { fileName } };
  const built = await build({ ...config, logLevel: "error", build: options });
  const { output } = built as Rolldown.RolldownOutput;
  const list = output.find((file) => file.fileName === fileName);
  if (list?.type !== "asset") throw new Error("Vite wrote no list of licences.");
  return JSON.parse(String(list.source)) as Licence[];
}

function licenceText({ name, identifier, text }: Licence): string {
  if (text) return text;
  const file = TEXTS[name];
  if (!file) throw new Error(`${name} (${identifier}) has no licence text: name one in TEXTS.`);
  return readFileSync(join(root, "node_modules", file), "utf8");
}

function formatNotice(licence: Licence): string {
  const text = licenceText(licence).replaceAll("\r\n", "\n").trim();
  const { name, identifier } = licence;
  return `## ${name}\n\n${identifier}, <https://www.npmjs.com/package/${name}>\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}

const HEAD = `# Third-party notices

The packages that the web app and the Worker contain, with their licences. Written from the bundles by
\`npx node tools/checks/notices.ts\`; not edited by hand.
`;

export async function composeNotices(): Promise<string> {
  const all = [...IN_STYLES, ...(await listBundled(WEB)), ...(await listBundled(WORKER))];
  const byName = new Map(all.map((licence) => [licence.name, licence]));
  const sorted = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [HEAD, ...sorted.map(formatNotice)].join("\n");
}

if (import.meta.main) {
  writeFileSync(join(root, NOTICES), await composeNotices());
  console.log(`Wrote ${NOTICES}.`);
}

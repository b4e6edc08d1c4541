import { readFileSync } from "node:fs";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, minifySync, normalizePath, type Plugin } from "vite";

const api = process.env["API_ORIGIN"] ?? "http://127.0.0.1:8787";

// The bundler writes ids with forward slashes on every system.
const idOf = (path: string) => normalizePath(join(import.meta.dirname, path));
const ENTRY = idOf("index.html");
const USER_PAGE = idOf("pages/user.tsx");

const ADMIN_PAGES = /\/admin(?:-removals)?-[^/]+\.js$/;
const ENTRY_CHUNK = /\/index-[^/]+\.js$/;

const FORM_PARTS =
  /\/web\/(?:features\/auth\/use-own-draft|ui\/(?:checkbox|field|form-error|password-field|select)|lib\/(?:announce-error|form-\w+|use-form))\.tsx?$|\/schema\/(?:api\/fields|ascii-lower|community)\.ts$|\/node_modules\/zod\//;
// @tanstack's index imports every module, and the entry imports the index: each module seems to belong to the entry.
const LATE_QUERY_PARTS =
  /\/node_modules\/@tanstack\/.+\/(?:mutationObserver|mutationOptions|useIsFetching|useMutation)\.js$/;
const AUTH_PARTS =
  /\/schema\/api\/auth\.ts$|\/web\/features\/auth\/(?:auth\.messages|remembered-name)\.ts$/;
const DIALOG_PARTS =
  /\/web\/(?:ui\/(?:panel-)?dialog|lib\/(?:pass-focus-to-next-row|return-focus))\.tsx?$/;
// Smaller than their name in the entry's list of chunks.
const TINY_PARTS = /\/schema\/is-object\.ts$|\/web\/lib\/motion\.ts$/;
const COMPANION_PARTS =
  /\/web\/features\/companion\/(?:ask-companion|companion-(?:about|state)|refusal-sentence)\.ts$/;
const FOLLOW_PARTS =
  /\/web\/(?:features\/hearts\/(?:device-follows|vote-path)|lib\/follow-other-tabs)\.ts$/;
const REMOVAL_PARTS = /\/schema\/api\/removals\.ts$|\/web\/features\/removals\//;

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: string[]; dynamicImporters: string[] } | null;
}

/** The entry and the dynamically imported modules that reach a module through static imports. */
function rootsOf(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  const roots = new Set<string>();
  if (seen.has(id)) return roots;
  seen.add(id);
  const info = graph.getModuleInfo(id);
  if (id === ENTRY || info?.dynamicImporters.length) roots.add(id);
  for (const importer of info?.importers ?? [])
    for (const root of rootsOf(importer, graph, seen)) roots.add(root);
  return roots;
}

/**
 * Modules of every page, and modules that the user's page (the heaviest with a first view) shares with another chunk.
 */
function isOfEntryChunk(id: string, graph: ModuleGraph): boolean {
  if (LATE_QUERY_PARTS.test(id)) return false;
  if (TINY_PARTS.test(id)) return true;
  const roots = rootsOf(id, graph);
  return roots.has(ENTRY) || (roots.has(USER_PAGE) && roots.size > 1);
}

/** Puts the stylesheet into the page, so that the first view needs no second request. */
const inlineStyles: Plugin = {
  name: "inline-styles",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle, chunk }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (link, file: string) => {
        const style = bundle?.[file];
        if (style?.type !== "asset") return link;
        // Otherwise each lazy chunk that imports the entry would fetch the stylesheet too, and wait for it.
        chunk?.viteMetadata?.importedCss.delete(file);
        delete bundle?.[file];
        return `<style>${String(style.source)}</style>`;
      }),
  },
};

/**
 * The bundler keeps a component that is created by a call or gets a displayName, even if it is unused. React Router
 * makes its links, forms and routers that way (decision 119).
 */
const unusedRouterParts: Plugin = {
  name: "unused-router-parts",
  apply: "build",
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\// },
    handler: (code) => ({
      map: null,
      code: code
        .replace(/(?<=^|= )React\$1\.(?:createContext|forwardRef|memo)\(/gm, "/* @__PURE__ */ $&")
        .replace(/^\w+\.displayName = .*;$/gm, ""),
    }),
  },
};

/** Without its hook React drops the code for React DevTools. The development server keeps it. */
const noDevTools: Plugin = {
  name: "no-dev-tools",
  apply: "build",
  config: () => ({ define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" } }),
};

const noComments: Plugin = {
  name: "no-comments",
  apply: "build",
  transformIndexHtml: { order: "post", handler: (html) => html.replace(/\s*<!--.*?-->/gs, "") },
};

const FIRST_SCRIPT = join(import.meta.dirname, "app/first.js");
const readFirstScript = () => readFileSync(FIRST_SCRIPT, "utf8");

/**
 * Vite bundles module scripts only; this classic script may block rendering (decision 125). The build adds a hash to
 * its name, because assets are cached for a year; the development server serves it unchanged.
 */
const firstScript: Plugin = {
  name: "first-script",
  configureServer({ middlewares }) {
    middlewares.use("/first.js", (_request, response) => {
      response.setHeader("Content-Type", "text/javascript").end(readFirstScript());
    });
  },
  buildStart() {
    if (this.environment.mode === "build")
      this.emitFile({
        type: "asset",
        name: "first.js",
        source: minifySync("first.js", readFirstScript()).code,
      });
  },
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) => {
      if (!bundle) return html;
      const file = Object.values(bundle).find(
        (one) => one.type === "asset" && one.names.includes("first.js"),
      )?.fileName;
      if (file === undefined) throw new Error("The build has no first.js");
      return html.replace('src="/first.js"', `src="/${file}"`);
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    inlineStyles,
    noComments,
    firstScript,
    unusedRouterParts,
    noDevTools,
  ],
  server: {
    port: Number(process.env["WEB_PORT"] ?? 5173),
    strictPort: true,
    // In development Vite serves modules of web/api below /api too: addresses that end in .ts or .tsx are not proxied.
    proxy: {
      "^/api(?!/[^?]*\\.tsx?(?:\\?|$))": api,
      "/sample": api,
      "/third-party-notices.txt": api,
    },
  },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // The first Chrome and Safari with light-dark(), which the build then keeps, and the first Firefox with popovers.
    target: ["chrome123", "edge123", "firefox125", "safari17.5"],
    modulePreload: {
      polyfill: false,
      // The entry lists these preloads for every page, so the list leaves out the chunk itself and the entry, and all
      // of an admin page's: an admin can wait for a second request.
      resolveDependencies: (file, dependencies) =>
        ADMIN_PAGES.test(file)
          ? []
          : dependencies.filter((other) => other !== file && !ENTRY_CHUNK.test(other)),
    },
    // worker/page/page.chunks.ts reads it.
    manifest: "chunks.json",
    rolldownOptions: {
      output: {
        // The entry lists the names of most chunks: one character fewer saves 60 bytes on every page (decision 120).
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        // One chunk for the code that a first visit shares between pages: a dozen chunks of a few hundred bytes cost
        // more than they save. Forms, validation, tabs and prose stay out of it.
        codeSplitting: {
          groups: [
            {
              name: (id, graph) => (isOfEntryChunk(id, graph) ? "index" : null),
              minSize: 0,
            },
            // One chunk per group also for pages with a form, because every page lists the name of each chunk.
            // Dependencies stay out: some belong to the first routes.
            ...[
              { name: "auth", test: AUTH_PARTS },
              { name: "companion", test: COMPANION_PARTS },
              { name: "dialog", test: DIALOG_PARTS },
              { name: "follows", test: FOLLOW_PARTS },
              { name: "forms", test: FORM_PARTS },
              { name: "mutations", test: LATE_QUERY_PARTS },
              { name: "removals", test: REMOVAL_PARTS },
            ].map((group) => ({
              ...group,
              minShareCount: 2,
              minSize: 0,
              includeDependenciesRecursively: false,
            })),
          ],
        },
      },
    },
  },
});

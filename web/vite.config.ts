import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const api = process.env["API_ORIGIN"] ?? "http://127.0.0.1:8787";

/** Forms, what checks them, tabs and prose: no creator's first view has one. */
const ofFirstViews =
  /^(?!.*(?:\/zod\/|\/schema\/api\/|dialog|field|form|social|messages|shell|tabs|prose)).*$/;

/** The stylesheet is part of the page: the first paint waits for no request but the page's own. */
const inlineStyles: Plugin = {
  name: "inline-styles",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (link, file: string) => {
        const style = bundle?.[file];
        return style?.type === "asset" ? `<style>${String(style.source)}</style>` : link;
      }),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), inlineStyles],
  server: {
    port: Number(process.env["WEB_PORT"] ?? 5173),
    strictPort: true,
    // Our own modules of web/api are served under /api too; no call to the API ends in .ts.
    proxy: { "^/api(?!/[^?]*\\.tsx?(?:\\?|$))": api, "/sample": api },
  },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // light-dark() and the like stay as they are: these are the first versions that know them.
    target: ["chrome123", "edge123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    // The Worker reads it to name each page's chunks in its head (worker/page/page.chunks.ts).
    manifest: "chunks.json",
    rolldownOptions: {
      output: {
        // One file for what most pages share: a dozen of a few hundred bytes cost more than they spare.
        codeSplitting: {
          groups: [{ name: "shared", test: ofFirstViews, minShareCount: 3, minSize: 0 }],
        },
      },
    },
  },
});

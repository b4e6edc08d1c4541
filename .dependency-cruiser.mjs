// The import directions inside schema, worker and web (docs/architecture.md). Directions between the top
// folders are the references in each folder's tsconfig.json: tsc refuses any other import.
import { globSync } from "node:fs";
import { basename, dirname } from "node:path";

const TESTS = String.raw`\.(?:test|e2e)\.tsx?$`;
const FOR_TESTS = "/testing/|^web/e2e/";
const DATABASE = "^schema/db/|^node_modules/drizzle-orm/";
const HTTP = String.raw`^node_modules/@?hono/|^worker/http/|\.middleware\.ts$`;
const MADE = String.raw`^(?:dist|shots|\.cache|\.tsbuild|\.wrangler)/`;

/** Every folder of the Worker that has routes. */
const nouns = globSync("worker/*/*.routes.ts").map((path) => basename(dirname(path)));
const NOUNS = `^worker/(?:${nouns.join("|")})/`;

/** Helpers that every other folder of the Worker may import. */
const HELPERS = "database|lib";

/** Folders that serve several nouns and know none. */
const BELOW_NOUNS = `cache|call-budget|${HELPERS}|lookup|source|upstream`;

/** Features that any other feature may import. */
const SHARED_FEATURES =
  "auth|badges|companion|data-saver|downloads|hearts|media|posts|preferences|search|toasts";

/**
 * @param {string} name
 * @param {string} comment
 * @param {object} from
 * @param {object} to
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const everywhere = [
  forbid(
    "no-circle",
    "Modules do not import each other in a circle, not even types.",
    {},
    { circular: true },
  ),
  forbid(
    "file-extension",
    "Node resolves no missing extension: name an existing file with its extension.",
    {},
    { couldNotResolve: true, pathNot: "^(?:cloudflare|virtual):" },
  ),
  forbid(
    "no-test-code-in-production",
    "What ships imports nothing made for tests.",
    { path: "^(?:schema|normalise|extension|view|worker|web|sample)/", pathNot: FOR_TESTS },
    { path: FOR_TESTS },
  ),
];

const worker = [
  forbid(
    "only-the-entry-imports-app",
    "worker/app.ts imports every route: only the entry imports it.",
    { path: "^worker/", pathNot: String.raw`^worker/(?:index|worker)\.ts$|${FOR_TESTS}` },
    { path: String.raw`^worker/app\.ts$` },
  ),
  forbid(
    "only-app-imports-routes",
    "worker/app.ts is the table of contents: it alone imports routes.",
    { path: "^worker/", pathNot: String.raw`^worker/app\.ts$` },
    { path: String.raw`\.routes\.ts$` },
  ),
  forbid(
    "routes-call-services",
    "A route calls a service: it imports no store, no SQL and no table.",
    { path: String.raw`\.routes\.ts$` },
    { path: String.raw`\.(?:store|sql)\.ts$|${DATABASE}` },
  ),
  forbid(
    "no-http-below-routes",
    "Services, stores, rules and the folders below them know no HTTP framework.",
    { path: String.raw`^worker/(?:${BELOW_NOUNS})/|^worker/.*\.(?:service|store|rules)\.ts$` },
    { path: HTTP },
  ),
  forbid(
    "only-stores-query",
    "Services and rules import no table, no SQL and no drizzle: a store does.",
    { path: String.raw`^worker/.*\.(?:service|rules)\.ts$` },
    { path: String.raw`\.sql\.ts$|${DATABASE}` },
  ),
  forbid(
    "stores-below-services",
    "A store imports no service.",
    { path: String.raw`\.store\.ts$` },
    { path: String.raw`\.service\.ts$` },
  ),
  forbid(
    "rules-are-pure",
    "Rules import no service and no store.",
    { path: String.raw`^worker/.*\.rules\.ts$` },
    { path: String.raw`\.(?:service|store)\.ts$` },
  ),
  forbid(
    "through-the-service",
    "A folder with routes is entered by its service, its rules, its middleware or its SQL conditions.",
    { path: "^worker/([^/]+)/", pathNot: FOR_TESTS },
    { path: NOUNS, pathNot: String.raw`^worker/$1/|\.(?:service|rules|middleware|sql)\.ts$` },
  ),
];

const browser = [
  forbid(
    "no-node-in-the-browser",
    "The browser has no Node modules.",
    {
      path: "^(?:schema|normalise|extension|view|web)/",
      pathNot: String.raw`vite\.config\.ts$|${FOR_TESTS}`,
    },
    { dependencyTypes: ["core"] },
  ),
  forbid(
    "no-tables-in-the-browser",
    "Only schema/db and the Worker's stores import tables.",
    { path: "^(?:schema/(?!db/)|normalise/|extension/|view/|web/)" },
    { path: DATABASE },
  ),
  forbid(
    "plain-components",
    "web/ui, web/lib and view know neither the router nor queries.",
    { path: "^(?:web/ui|web/lib|view)/" },
    { path: "^node_modules/(?:react-router|@tanstack)/" },
  ),
  forbid(
    "lib-is-lowest",
    "web/lib imports nothing else of web.",
    { path: "^web/lib/" },
    { path: "^web/(?!lib/)" },
  ),
  forbid(
    "ui-above-lib",
    "web/ui imports nothing of web but web/lib.",
    { path: "^web/ui/" },
    { path: "^web/(?!(?:ui|lib)/)" },
  ),
  forbid(
    "api-above-lib",
    "web/api imports nothing of web but web/lib.",
    { path: "^web/api/" },
    { path: "^web/(?!(?:api|lib)/)" },
  ),
  forbid(
    "features-below-pages",
    "Features import no page and nothing of the app.",
    { path: "^web/features/" },
    { path: String.raw`^web/(?:pages/|app/|main\.tsx$)` },
  ),
  forbid(
    "pages-below-app",
    "Pages import nothing of the app.",
    { path: "^web/pages/" },
    { path: String.raw`^web/(?:app/|main\.tsx$)` },
  ),
  forbid(
    "features-apart",
    `Of other features only the shared ones are imported: ${SHARED_FEATURES.replaceAll("|", ", ")}. Else move the code to web/lib, web/ui or a page, or add the feature to SHARED_FEATURES, with the reason in decision 010.`,
    { path: "^web/features/([^/]+)/", pathNot: FOR_TESTS },
    { path: "^web/features/", pathNot: `^web/features/(?:$1|${SHARED_FEATURES})/` },
  ),
];

const extension = [
  forbid(
    "extension-apart",
    "The extension is built by itself: of the repository it imports schema only.",
    { path: "^extension/", pathNot: FOR_TESTS },
    { path: "^(?:normalise|view|worker|web|sample|tools)/" },
  ),
];

const folders = [
  {
    ...forbid(
      "no-folder-circle",
      "Folders do not import each other in a circle.",
      { path: "^(?:worker|web)/" },
      { circular: true },
    ),
    scope: "folder",
  },
  forbid(
    "worker-lib-is-lowest",
    "worker/lib imports nothing else of the Worker.",
    { path: "^worker/lib/", pathNot: FOR_TESTS },
    { path: "^worker/(?!lib/)" },
  ),
  forbid(
    "database-above-lib",
    "worker/database imports nothing of the Worker but worker/lib.",
    { path: "^worker/database/", pathNot: FOR_TESTS },
    { path: "^worker/(?!(?:database|lib)/)" },
  ),
  forbid(
    "http-above-helpers",
    "worker/http imports no folder of the Worker but the helpers.",
    { path: "^worker/http/" },
    { path: `^worker/(?!(?:http|${HELPERS})/)[^/]+/` },
  ),
  forbid(
    "below-nouns",
    `No noun is imported by ${BELOW_NOUNS.replaceAll("|", ", ")}.`,
    { path: `^worker/(?:${BELOW_NOUNS})/`, pathNot: FOR_TESTS },
    { path: `^worker/(?!(?:${BELOW_NOUNS})/)[^/]+/` },
  ),
  forbid(
    "cache-above-helpers",
    "worker/cache imports no folder of the Worker but the helpers.",
    { path: "^worker/cache/" },
    { path: `^worker/(?!(?:cache|${HELPERS})/)[^/]+/` },
  ),
  forbid(
    "call-budget-above-cache",
    "worker/call-budget imports no folder but worker/cache and the helpers.",
    { path: "^worker/call-budget/" },
    { path: `^worker/(?!(?:call-budget|cache|${HELPERS})/)[^/]+/` },
  ),
  forbid(
    "source-above-call-budget",
    "worker/source imports no folder but worker/call-budget, worker/upstream, worker/cache and the helpers.",
    { path: "^worker/source/" },
    { path: `^worker/(?!(?:source|call-budget|upstream|cache|${HELPERS})/)[^/]+/` },
  ),
  forbid(
    "upstream-above-cache",
    "worker/upstream imports no folder but worker/cache and the helpers.",
    { path: "^worker/upstream/", pathNot: FOR_TESTS },
    { path: `^worker/(?!(?:upstream|cache|${HELPERS})/)[^/]+/` },
  ),
  forbid(
    "root-files-below-folders",
    "A file in worker/ itself imports no folder but the helpers, except the entry, app, deps and env.",
    {
      path: String.raw`^worker/[^/]+\.tsx?$`,
      pathNot: String.raw`^worker/(?:app|deps|env|index|worker)\.ts$`,
    },
    { path: `^worker/(?!(?:${HELPERS})/)[^/]+/` },
  ),
];

export default {
  forbidden: [...everywhere, ...worker, ...browser, ...extension, ...folders],
  options: {
    // TypeScript 7 has no JavaScript API: swc parses in its place, types included.
    parser: "swc",
    moduleSystems: ["es6"],
    exclude: { path: `${TESTS}|${MADE}` },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      extensions: [],
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
  },
};

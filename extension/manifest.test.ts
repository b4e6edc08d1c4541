import { expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { BROWSERS, homeFor, manifestFor } from "./manifest.ts";

const scriptsOf = (manifest: Record<string, unknown>) =>
  manifest.content_scripts as { matches: string[]; js: string[] }[];

test.each(BROWSERS)(
  "%s: a store's build has access to Reddit's and Unearth's pages only",
  (browser) => {
    const manifest = manifestFor({ browser, isDevelopment: false });
    const own = brand.environments.production.pageOrigins.map((origin) => `${origin}/*`);
    expect(manifest.permissions).toEqual(["storage", "contextMenus"]);
    expect(manifest.host_permissions).toEqual(["https://*.reddit.com/*", ...own]);
    expect(scriptsOf(manifest)).toMatchObject([
      { matches: own, js: ["bridge.js"] },
      { matches: ["https://*.reddit.com/*"], js: ["reddit-link.js"] },
    ]);
    expect(manifest).not.toHaveProperty("externally_connectable");
    expect(manifest).not.toHaveProperty("web_accessible_resources");
    expect(manifest).not.toHaveProperty("optional_host_permissions");
    expect(JSON.stringify(manifest)).not.toMatch(/localhost|127\.0\.0\.1|<all_urls>|unsafe-/);
    expect(manifest.incognito).toBe("not_allowed");
  },
);

test.each([
  ["chrome", { service_worker: "background.js" }],
  ["firefox", { scripts: ["background.js"] }],
] as const)("%s starts the script that asks Reddit, and has the popup", (browser, background) => {
  const manifest = manifestFor({ browser, isDevelopment: false });
  expect(manifest.background).toEqual(background);
  expect(manifest.action).toMatchObject({ default_popup: "popup.html" });
});

test("Firefox's manifest declares that no data is collected", () => {
  const { browser_specific_settings } = manifestFor({ browser: "firefox", isDevelopment: false });
  expect(browser_specific_settings).toMatchObject({
    gecko: {
      id: `companion@${brand.domain}`,
      data_collection_permissions: { required: ["none"] },
    },
  });
});

test("only a development build answers pages on localhost and links to them", () => {
  expect([homeFor(true), homeFor(false)]).toEqual([
    "http://localhost:8787",
    brand.environments.production.pageOrigins[0],
  ]);
  const manifest = manifestFor({ browser: "chrome", isDevelopment: true });
  expect(manifest.host_permissions).toContain("http://localhost/*");
  expect(manifest.name).toContain("development");
});

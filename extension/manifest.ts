import { brand } from "#schema/brand.ts";

export const BROWSERS = ["chrome", "firefox"] as const;
/** Edge takes Chrome's build. */
type Browser = (typeof BROWSERS)[number];

export interface ExtensionSettings {
  browser: Browser;
  /** Development builds also answer pages on localhost. */
  isDevelopment: boolean;
  /** Reddit's origin; tests name a stand-in. */
  redditOrigin?: string;
}

export const EXTENSION_VERSION = "1.0.0";
export const ICON_SIZES = [16, 32, 48, 128];

const LOCAL_ORIGINS = ["http://localhost", "http://127.0.0.1"];

export function originsFor(isDevelopment: boolean): string[] {
  const { production, staging } = brand.environments;
  const own = production.pageOrigins;
  return isDevelopment ? [...own, ...staging.pageOrigins, ...LOCAL_ORIGINS] : [...own];
}

/** The target of links before a page of Unearth has been visited. */
export const homeFor = (isDevelopment: boolean): string =>
  isDevelopment ? "http://localhost:8787" : brand.environments.production.pageOrigins[0];

/** Match patterns have no port: `http://localhost/*` covers every port. */
const patternOf = (origin: string): string => `${origin.replace(/:\d+$/, "")}/*`;

const FIREFOX = {
  browser_specific_settings: {
    gecko: {
      id: `companion@${brand.domain}`,
      // The first Firefox version that shows at installation which data an extension collects.
      strict_min_version: "140.0",
      data_collection_permissions: { required: ["none"] },
    },
    gecko_android: { strict_min_version: "142.0" },
  },
  background: { scripts: ["background.js"] },
};

const CHROME = {
  minimum_chrome_version: "126",
  background: { service_worker: "background.js" },
};

export function manifestFor(settings: ExtensionSettings): Record<string, unknown> {
  const { browser, isDevelopment, redditOrigin } = settings;
  const unearth = originsFor(isDevelopment).map(patternOf);
  const reddit = ["https://*.reddit.com/*", ...(redditOrigin ? [patternOf(redditOrigin)] : [])];
  const icons = Object.fromEntries(ICON_SIZES.map((size) => [size, `icons/${size}.png`]));
  const name = `${brand.name} companion`;
  return {
    manifest_version: 3,
    name: isDevelopment ? `${name} (development)` : name,
    version: EXTENSION_VERSION,
    description: `Shows Reddit profiles in ${brand.name} through your own browser: live, exactly sorted, without a shared quota.`,
    homepage_url: homeFor(false),
    icons,
    action: { default_title: name, default_popup: "popup.html", default_icon: icons },
    permissions: ["storage", "contextMenus"],
    host_permissions: [...new Set([...reddit, ...unearth])],
    content_scripts: [
      { matches: unearth, js: ["bridge.js"], run_at: "document_start" },
      { matches: reddit, js: ["reddit-link.js"], run_at: "document_idle" },
    ],
    // In a private window the extension would answer with the Reddit account of the normal windows.
    incognito: "not_allowed",
    ...(browser === "firefox" ? FIREFOX : CHROME),
  };
}

import { brand } from "#schema/brand.ts";
import { unearthHome } from "./build-constants.ts";
import { element, closedShadowHost, focusRing } from "./elements.ts";
import { profileName, userPage } from "./profile-address.ts";
import { readSettings, watchSettings, type Settings } from "./storage.ts";

/**
 * The content script on Reddit, in the old and the new design: it adds one link to profile pages, and reads only the
 * page's address.
 */
const PLACE = "position:fixed;z-index:2147483000;inset-inline-end:16px;inset-block-end:16px";
const LINK = `${focusRing("#f6b73c")}display:flex;align-items:center;min-height:44px;padding:0 16px;border:1px solid #2b2f38;border-radius:999px;background:#14161b;color:#f4f3ef;font:600 14px/1 system-ui,sans-serif;text-decoration:none;opacity:.92`;

const link = element("a", LINK, `See in ${brand.name}`);
link.target = "_blank";
link.rel = "noopener noreferrer";
const host = closedShadowHost(PLACE, link);

function show({ link: isWanted, home }: Settings): void {
  const name = profileName(globalThis.location.href);
  if (name === null || !isWanted) {
    host.remove();
    return;
  }
  link.href = userPage(home ?? unearthHome, name);
  if (!host.isConnected) document.documentElement.append(host);
}

// Reddit's Content-Security-Policy may block a style element with a print rule.
globalThis.addEventListener("beforeprint", () => (host.style.visibility = "hidden"));
globalThis.addEventListener("afterprint", () => (host.style.visibility = "visible"));

const update = () => void readSettings(chrome.storage.local).then(show);

update();
watchSettings(show);
// Reddit's new design changes the address without loading a page.
globalThis.addEventListener("popstate", update);
(globalThis as { navigation?: EventTarget }).navigation?.addEventListener(
  "navigatesuccess",
  update,
);

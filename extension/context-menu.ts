import { brand } from "#schema/brand.ts";
import { profileName, userPage } from "./profile-address.ts";
import { readSettings, type Storage } from "./storage.ts";

/** The part of Chrome's API used here; tests pass their own. */
export interface Browser {
  runtime: { onInstalled: { addListener(listener: () => void): void } };
  /** Missing in Firefox for Android. */
  contextMenus?: {
    create(item: chrome.contextMenus.CreateProperties): void;
    onClicked: {
      addListener(
        listener: (info: { menuItemId: string | number; linkUrl?: string }) => void,
      ): void;
    };
  };
  tabs: { create(tab: { url: string }): unknown };
  storage: { local: Storage };
}

const MENU_ITEM = "see-in-unearth";

/** "See in Unearth" on links to Reddit users: it opens the Unearth visited last, or `fallbackHome`. */
export function offerContextMenu(
  { runtime, contextMenus, tabs, storage }: Browser,
  fallbackHome: string,
): void {
  runtime.onInstalled.addListener(() => {
    contextMenus?.create({
      id: MENU_ITEM,
      title: `See in ${brand.name}`,
      contexts: ["link"],
      targetUrlPatterns: ["https://*.reddit.com/user/*", "https://*.reddit.com/u/*"],
    });
  });
  contextMenus?.onClicked.addListener(({ menuItemId, linkUrl }) => {
    const name = menuItemId === MENU_ITEM ? profileName(linkUrl) : null;
    if (name === null) return;
    void readSettings(storage.local).then(({ home }) =>
      tabs.create({ url: userPage(home ?? fallbackHome, name) }),
    );
  });
}

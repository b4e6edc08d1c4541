import { brand } from "#schema/brand.ts";
import { expect, test, vi } from "vitest";
import { offerContextMenu, type Browser } from "./context-menu.ts";
import { memoryStorage } from "./testing/memory-storage.ts";

type Menus = NonNullable<Browser["contextMenus"]>;
type Click = Parameters<Parameters<Menus["onClicked"]["addListener"]>[0]>[0];

const HOME = "https://unearth.example";
/** The default timeout of one second is too short on a busy machine. */
const BUSY = { timeout: 20_000 };
const GEM = "https://www.reddit.com/user/GemHunter/comments/";

function browser(home: string | null = null, hasMenus = true) {
  const created: chrome.contextMenus.CreateProperties[] = [];
  const opened: string[] = [];
  let install = () => {};
  let click: ((info: Click) => void) | undefined;
  const contextMenus: Menus = {
    create: (item) => void created.push(item),
    onClicked: { addListener: (listener) => (click = listener) },
  };
  offerContextMenu(
    {
      runtime: { onInstalled: { addListener: (listener) => (install = listener) } },
      ...(hasMenus && { contextMenus }),
      tabs: { create: ({ url }) => opened.push(url) },
      storage: { local: memoryStorage({ home }) },
    },
    HOME,
  );
  install();
  return { created, opened, click: (info: Click) => click?.(info) };
}

test("the menu item is created once, at installation, and only for links to Reddit users", () => {
  const { created } = browser();
  expect(created).toEqual([
    {
      id: "see-in-unearth",
      title: `See in ${brand.name}`,
      contexts: ["link"],
      targetUrlPatterns: ["https://*.reddit.com/user/*", "https://*.reddit.com/u/*"],
    },
  ]);
});

test("a click opens the user in the Unearth visited last, or in the built-in one", async () => {
  for (const [home, origin] of [
    [null, HOME],
    ["http://localhost:8787", "http://localhost:8787"],
  ] as const) {
    const { opened, click } = browser(home);
    click({ menuItemId: "see-in-unearth", linkUrl: GEM });
    await vi.waitFor(() => expect(opened).toEqual([`${origin}/user/GemHunter`]), BUSY);
  }
});

test("another menu item, or a link to anything but a user, opens nothing", async () => {
  const { opened, click } = browser();
  click({ menuItemId: "another", linkUrl: GEM });
  click({ menuItemId: "see-in-unearth" });
  for (const linkUrl of [
    "https://www.reddit.com/user/me/",
    "https://www.reddit.com/user/%2e%2e/",
    "https://evil.example/user/GemHunter",
    "https://www.reddit.com.evil.example/user/GemHunter",
  ])
    click({ menuItemId: "see-in-unearth", linkUrl });
  // Clicks are handled in order: once the last one has opened a tab, those before it have opened none.
  click({ menuItemId: "see-in-unearth", linkUrl: GEM });
  await vi.waitFor(() => expect(opened).toEqual([`${HOME}/user/GemHunter`]), BUSY);
});

test("a browser without the contextMenus API raises no error", () => {
  expect(browser(null, false).created).toEqual([]);
});

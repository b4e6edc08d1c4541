// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { brand } from "#schema/brand.ts";
import { memoryStorage } from "./testing/memory-storage.ts";

const HOME = "https://unearth.example";
vi.mock("./build-constants.ts", () => ({ unearthHome: HOME }));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});

const visit = (path: string) =>
  vi.stubGlobal("location", { href: `https://www.reddit.com${path}` });

/** Loads the content script on a page of Reddit. */
async function loadOn(path: string, stored: Record<string, unknown> = {}) {
  const storage = memoryStorage(stored);
  let onChange: (changes: object) => void = () => {};
  const navigation = new EventTarget();
  visit(path);
  vi.stubGlobal("navigation", navigation);
  vi.stubGlobal("chrome", {
    storage: {
      local: {
        get: storage.get,
        onChanged: { addListener: (listener: typeof onChange) => void (onChange = listener) },
      },
    },
  });
  const attach = vi.spyOn(Element.prototype, "attachShadow");
  await import("./reddit-link.ts");
  const root = attach.mock.results[0]?.value as ShadowRoot;
  /** Where the shown link leads; null while none is shown. */
  const shown = () => (root.host.isConnected ? (root.querySelector("a")?.href ?? null) : null);
  const change = async (settings: Record<string, unknown>) => {
    await storage.set(settings);
    onChange(settings);
  };
  return {
    host: root.host as HTMLElement,
    link: root.querySelector("a"),
    shown,
    change,
    navigation,
  };
}

test("a profile page has a link to the creator, in the Unearth visited last or the built-in one", async () => {
  const builtIn = await loadOn("/user/GemHunter/comments/");
  await expect.poll(builtIn.shown).toBe(`${HOME}/user/GemHunter`);
  expect(builtIn.link, "Reddit's page stays, and Unearth is not told of it").toMatchObject({
    textContent: `See in ${brand.name}`,
    target: "_blank",
    rel: "noopener noreferrer",
  });
  vi.resetModules();
  vi.restoreAllMocks();
  const home = "http://localhost:8787";
  const visited = await loadOn("/u/GemHunter", { home });
  await expect.poll(visited.shown).toBe(`${home}/user/GemHunter`);
});

test("the link follows Reddit's changes of address without a load, and is removed on other pages", async () => {
  const { shown, navigation } = await loadOn("/r/pics/");
  visit("/user/GemHunter/");
  globalThis.dispatchEvent(new Event("popstate"));
  await expect.poll(shown).toBe(`${HOME}/user/GemHunter`);
  visit("/user/Another_Maker/");
  navigation.dispatchEvent(new Event("navigatesuccess"));
  await expect.poll(shown).toBe(`${HOME}/user/Another_Maker`);
  visit("/r/pics/");
  navigation.dispatchEvent(new Event("navigatesuccess"));
  await expect.poll(shown).toBeNull();
});

test("the link is not printed with Reddit's page", async () => {
  const { host } = await loadOn("/user/GemHunter/");
  globalThis.dispatchEvent(new Event("beforeprint"));
  expect(host.style.visibility).toBe("hidden");
  globalThis.dispatchEvent(new Event("afterprint"));
  expect(host.style.visibility).toBe("visible");
});

test("the link is removed when the visitor switches it off, and comes back", async () => {
  const { shown, change } = await loadOn("/user/GemHunter/");
  await expect.poll(shown).not.toBeNull();
  await change({ link: false });
  await expect.poll(shown).toBeNull();
  await change({ link: true });
  await expect.poll(shown).not.toBeNull();
});

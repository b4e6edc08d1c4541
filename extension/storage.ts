/** The part of chrome.storage.local that is used here; tests have their own. */
export interface Storage {
  get(key: string): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
}

export interface Settings {
  /** Whether the visitor lets Unearth ask; off until they say yes once. */
  on: boolean;
  /** The link on Reddit's profile pages. */
  link: boolean;
  /** The Unearth that was visited last: where links lead. */
  home: string | null;
}

const DEFAULTS: Settings = { on: false, link: true, home: null };
const KEY = "settings";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function settingsFrom(stored: unknown): Settings {
  const { on, link, home } = isObject(stored) ? stored : {};
  return {
    on: on === true,
    link: typeof link === "boolean" ? link : DEFAULTS.link,
    home: typeof home === "string" ? home : null,
  };
}

export const readSettings = async (storage: Storage): Promise<Settings> =>
  settingsFrom((await storage.get(KEY))[KEY]);

export async function changeSettings(storage: Storage, change: Partial<Settings>): Promise<void> {
  await storage.set({ [KEY]: { ...(await readSettings(storage)), ...change } });
}

/** Calls `listener` with the settings after each change, in whichever part of the extension it was made. */
export function watchSettings(listener: (settings: Settings) => void): void {
  chrome.storage.local.onChanged.addListener((changes) => {
    if (KEY in changes) listener(settingsFrom(changes[KEY]?.newValue));
  });
}

/** The part of chrome.storage.local that is used here; tests have their own. */
export interface Storage {
  get(keys: string | string[]): Promise<Record<string, unknown>>;
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
const KEYS = Object.keys(DEFAULTS);

export async function readSettings(storage: Storage): Promise<Settings> {
  const { on, link, home } = await storage.get(KEYS);
  return {
    on: on === true,
    link: typeof link === "boolean" ? link : DEFAULTS.link,
    home: typeof home === "string" ? home : null,
  };
}

/** Each setting has a key of its own: popup and pages change them at once, and what is read first would be lost. */
export const changeSettings = (storage: Storage, change: Partial<Settings>): Promise<void> =>
  storage.set(change);

/** Calls `listener` with the settings after each change, in whichever part of the extension it was made. */
export function watchSettings(listener: (settings: Settings) => void): void {
  const { local } = chrome.storage;
  local.onChanged.addListener((changes) => {
    if (KEYS.some((key) => key in changes)) void readSettings(local).then(listener);
  });
}

/** The part of chrome.storage.local used here; tests pass their own. */
export interface Storage {
  get(keys: string | string[]): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
}

export interface Settings {
  /** Whether Unearth may read through this browser; off until the visitor consents. */
  on: boolean;
  /** Whether the link is shown on Reddit's profile pages. */
  link: boolean;
  /** The origin of the Unearth page visited last, where links lead. */
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

/** One storage key per setting: popup and pages change settings at once, and writing one object would lose a change. */
export const changeSettings = (storage: Storage, change: Partial<Settings>): Promise<void> =>
  storage.set(change);

/** Calls `listener` with all settings after a change in any part of the extension. */
export function watchSettings(listener: (settings: Settings) => void): void {
  const { local } = chrome.storage;
  local.onChanged.addListener((changes) => {
    if (KEYS.some((key) => key in changes)) void readSettings(local).then(listener);
  });
}

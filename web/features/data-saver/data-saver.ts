import { DENSE_PHONE } from "#schema/tiles.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

const STORAGE_KEY = "data-saver";
const BROWSER_SAVES = "(prefers-reduced-data: reduce)";

function browserSavesData(): boolean {
  const connection = Reflect.get(navigator, "connection") as { saveData?: boolean } | undefined;
  return connection?.saveData === true || matchMedia(BROWSER_SAVES).matches;
}

function readChoice(): boolean | null {
  const value = readStored("local", STORAGE_KEY);
  return value === "on" ? true : value === "off" ? false : null;
}

/** The visitor's choice on this device, else the browser's own setting. */
const store = createStore<boolean>(() => readChoice() ?? browserSavesData());

export const savesData = store.read;

export const useSavesData = (): boolean => useStore(store);

export function setSavesData(value: boolean): void {
  writeStored("local", STORAGE_KEY, value ? "on" : "off");
  store.notify();
}

const shareOfWidth = () => (matchMedia(DENSE_PHONE.media).matches ? DENSE_PHONE.share : 1);

/** An image's `sizes` for a box of this width; with the data saver one image pixel per CSS pixel. */
export const imageSizes = (width: number, saves: boolean): string =>
  `${Math.ceil(saves ? width / devicePixelRatio : width * shareOfWidth())}px`;

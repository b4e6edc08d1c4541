import { brand } from "#schema/brand.ts";
import { unearthHome } from "./build-constants.ts";
import { readPace } from "./pace.ts";
import { stateSentence } from "./popup-state.ts";
import { profileName, userPage } from "./profile-address.ts";
import { changeSettings, readSettings, watchSettings, type Settings } from "./storage.ts";

const storage = chrome.storage.local;

function find<Element extends HTMLElement>(id: string, kind: new () => Element): Element {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof kind)) throw new Error(`popup.html has no ${id}`);
  return found;
}

const on = find("on", HTMLInputElement);
const link = find("link", HTMLInputElement);
const state = find("state", HTMLParagraphElement);
const open = find("open", HTMLAnchorElement);

async function show(settings: Settings): Promise<void> {
  on.checked = settings.on;
  link.checked = settings.link;
  state.textContent = stateSentence(settings.on, await readPace(storage, Date.now()));
  const home = settings.home ?? unearthHome;
  // `tab.url` is set only for tabs of Reddit and of Unearth: the extension may read no other address.
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const name = profileName(tab?.url);
  open.href = name === null ? home : userPage(home, name);
  open.textContent = name === null ? `Open ${brand.name}` : `See u/${name} in ${brand.name}`;
}

on.addEventListener("change", () => void changeSettings(storage, { on: on.checked }));
link.addEventListener("change", () => void changeSettings(storage, { link: link.checked }));
watchSettings((settings) => void show(settings));
void readSettings(storage).then(show);

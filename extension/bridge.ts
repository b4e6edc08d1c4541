import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import type { CompanionAnswer, CompanionMessage } from "#schema/companion.ts";
import { askConsent } from "./consent.ts";
import { changeSettings, readSettings, watchSettings, type Settings } from "./storage.ts";

/** The content script on Unearth's pages: carries messages between the page and the background script. */
const storage = chrome.storage.local;

function announce({ on }: Settings): void {
  document.documentElement.setAttribute(COMPANION_ATTRIBUTE, on ? "on" : "off");
  document.dispatchEvent(new Event(COMPANION_ATTRIBUTE));
}

void readSettings(storage).then((settings) => {
  announce(settings);
  const { origin } = globalThis.location;
  if (settings.home !== origin) void changeSettings(storage, { home: origin });
});
watchSettings(announce);
// Firefox drops the events of a page in its back/forward cache.
globalThis.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) void readSettings(storage).then(announce);
});

let asking: Promise<boolean> | null = null;

async function askOnce(): Promise<boolean> {
  try {
    const isYes = await askConsent();
    if (isYes) await changeSettings(storage, { on: true });
    return isYes;
  } finally {
    asking = null;
  }
}

/** One question at a time, and only after a press in the page, so that no page can ask the visitor again and again. */
async function consent(): Promise<boolean> {
  if (!asking && navigator.userActivation.isActive) asking = askOnce();
  return (await asking) ?? false;
}

const OFF: CompanionAnswer = { ok: false, reason: "off" };
const GONE: CompanionAnswer = { ok: false, reason: "gone" };

const MAX_MESSAGE_LENGTH = 500;

/** A cheap filter for messages of other scripts. The background script validates the rest before it calls Reddit. */
function isMessage(data: unknown): data is CompanionMessage {
  const { unearth, id, ask } = (data ?? {}) as Partial<CompanionMessage>;
  const isOurs = unearth === 1 && typeof id === "string" && typeof ask === "object" && ask !== null;
  return isOurs && JSON.stringify(data).length <= MAX_MESSAGE_LENGTH;
}

async function answerFor(message: unknown): Promise<CompanionAnswer | null> {
  if (!isMessage(message)) return null;
  const { on } = await readSettings(storage);
  if (!on && (message.ask.type === "hello" || !(await consent()))) return OFF;
  return chrome.runtime.sendMessage<unknown, CompanionAnswer | null>(message);
}

async function onMessage({ source, origin, data }: MessageEvent): Promise<void> {
  // Messages of frames, openers and other windows are dropped.
  if (source !== globalThis.window || origin !== globalThis.location.origin) return;
  // After an update of the extension, this script of the old version has no background script. Without an answer the
  // page would wait for its timeout.
  const answer = await answerFor(data).catch(() => GONE);
  if (answer) globalThis.postMessage({ unearth: 1, id: data.id, ...answer }, origin);
}

globalThis.addEventListener("message", (event) => void onMessage(event));

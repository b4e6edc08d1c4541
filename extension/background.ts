import { answerMessage, type Companion } from "./answer.ts";
import { extensionVersion, redditOrigin, unearthHome, unearthOrigins } from "./build-constants.ts";
import { offerContextMenu } from "./context-menu.ts";

const companion: Companion = {
  version: extensionVersion,
  extensionId: chrome.runtime.id,
  origins: unearthOrigins,
  origin: redditOrigin,
  fetch: (...args) => fetch(...args),
  storage: chrome.storage.local,
  clock: {
    now: () => Date.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  },
};

chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
  void answerMessage(companion, sender, message).then(respond);
  // A listener that returns true keeps the message channel open for a later answer.
  return true;
});

offerContextMenu(chrome, unearthHome);

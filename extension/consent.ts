import { brand } from "#schema/brand.ts";
import { element, closedShadowHost } from "./elements.ts";

const TEXT = "light-dark(#16171b,#f4f3ef)";
const LINE = "light-dark(#e3e0d8,#2b2f38)";

const BUTTON =
  "font:600 15px/1.2 system-ui,sans-serif;min-height:44px;padding:0 18px;border-radius:999px;cursor:pointer;";
const YES = `${BUTTON}border:0;background:light-dark(#8f5900,#f6b73c);color:light-dark(#ffffff,#0b0c0f)`;
const NO = `${BUTTON}border:1px solid ${LINE};background:transparent;color:${TEXT}`;

const DIALOG = `box-sizing:border-box;width:min(440px,calc(100vw - 32px));padding:24px;border:1px solid ${LINE};border-radius:12px;background:light-dark(#ffffff,#14161b);color:${TEXT};font:16px/1.5 system-ui,sans-serif;text-align:start`;

/** A press that was meant for the page can arrive this long after the dialog appears. */
const MIN_READING_MS = 500;

function makeDialog() {
  const heading = element("h2", "margin:0 0 8px;font:700 20px/1.3 system-ui,sans-serif");
  heading.textContent = "Use your own Reddit?";
  heading.id = "heading";
  const yes = element("button", YES, "Yes, use my Reddit");
  const no = element("button", NO, "Not now");
  no.autofocus = true;
  const dialog = element(
    "dialog",
    DIALOG,
    heading,
    element(
      "p",
      "margin:0 0 20px;color:light-dark(#5a5f6b,#d5d7dd)",
      `${brand.name} may then read profiles and their public posts from Reddit through this browser, signed in as you. Your saved posts, votes and messages are never read, and the posts do not pass through ${brand.name}'s server. You can switch it off in the companion's menu.`,
    ),
    element("div", "display:flex;flex-wrap:wrap;gap:12px", yes, no),
  );
  dialog.setAttribute("aria-labelledby", heading.id);
  return { dialog, yes, no };
}

/**
 * Only trusted clicks of the visitor count: the dialog is in a closed shadow root, out of reach of the page's scripts.
 */
export function askConsent(): Promise<boolean> {
  const { dialog, yes, no } = makeDialog();
  // The page's colour scheme follows the theme that the visitor chose.
  const { colorScheme } = getComputedStyle(document.documentElement);
  const host = closedShadowHost(`color-scheme:${colorScheme}`, dialog);
  document.documentElement.append(host);
  dialog.showModal();
  dialog.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
  const shownAt = performance.now();
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      host.remove();
      resolve(isYes);
    };
    yes.addEventListener("click", ({ isTrusted, timeStamp }) => {
      if (isTrusted && timeStamp - shownAt >= MIN_READING_MS) answer(true);
    });
    no.addEventListener("click", () => answer(false));
    dialog.addEventListener("close", () => answer(false));
  });
}

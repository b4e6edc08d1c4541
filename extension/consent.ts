import { brand } from "#schema/brand.ts";
import { element, closedShadowHost, focusRing } from "./elements.ts";
import { watchVisibility } from "./watch-visibility.ts";

const TEXT = "light-dark(#16171b,#f4f3ef)";
const LINE = "light-dark(#e3e0d8,#2b2f38)";
const CITRINE = "light-dark(#8f5900,#f6b73c)";

const BUTTON = `${focusRing(CITRINE)}font:600 15px/1.2 system-ui,sans-serif;min-height:44px;padding:0 18px;border-radius:999px;cursor:pointer;`;
const YES = `${BUTTON}border:0;background:${CITRINE};color:light-dark(#ffffff,#0b0c0f)`;
const NO = `${BUTTON}border:1px solid ${LINE};background:transparent;color:${TEXT}`;

const DIALOG = `box-sizing:border-box;width:min(440px,calc(100vw - 32px));padding:24px;border:1px solid ${LINE};border-radius:12px;background:light-dark(#ffffff,#14161b);`;
/** The page can style the host: without `all`, the text could inherit a transparent fill. */
const CONTENT = `all:initial;display:block;color-scheme:inherit;color:${TEXT};font:16px/1.5 system-ui,sans-serif`;

/** A press that was meant for the page can arrive this long after the dialog appears. */
const MIN_READING_MS = 500;

function makeDialog(colorScheme: string) {
  const heading = element("h2", "margin:0 0 8px;font:700 20px/1.3 system-ui,sans-serif");
  heading.textContent = "Use your own Reddit?";
  heading.id = "heading";
  const yes = element("button", YES, "Yes, use my Reddit");
  const no = element("button", NO, "Not now");
  no.autofocus = true;
  const text = element(
    "p",
    "margin:0 0 20px;color:light-dark(#5a5f6b,#d5d7dd)",
    `${brand.name} may then read profiles and their public posts from Reddit through this browser, signed in as you. Your saved posts, votes and messages are never read, and the posts do not pass through ${brand.name}'s server. You can switch it off in the companion's menu.`,
  );
  text.id = "text";
  // Some screen readers read only the focused element of a new dialog.
  no.setAttribute("aria-describedby", text.id);
  const buttons = element("div", "display:flex;flex-wrap:wrap;gap:12px", yes, no);
  const content = element("div", CONTENT, heading, text, buttons);
  const dialog = element("dialog", `${DIALOG}color-scheme:${colorScheme}`, content);
  dialog.setAttribute("aria-labelledby", heading.id);
  return { dialog, yes, no };
}

/**
 * Only trusted clicks of the visitor count: the dialog is in a closed shadow root, out of reach of the page's scripts.
 * Yes also needs a dialog that nothing covers: a cover of the page can let the press through.
 */
export function askConsent(): Promise<boolean> {
  // The page's colour scheme follows the theme that the visitor chose.
  const { dialog, yes, no } = makeDialog(getComputedStyle(document.documentElement).colorScheme);
  const host = closedShadowHost("", dialog);
  document.documentElement.append(host);
  dialog.showModal();
  dialog.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
  const visibleSince = watchVisibility(dialog);
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      resolve(isYes);
      // Gives the focus back; `remove` alone leaves it on the body.
      dialog.close();
      host.remove();
    };
    yes.addEventListener("click", ({ isTrusted, timeStamp }) => {
      const since = visibleSince() ?? Infinity;
      if (isTrusted && timeStamp - since >= MIN_READING_MS) answer(true);
    });
    no.addEventListener("click", () => answer(false));
    dialog.addEventListener("close", () => answer(false));
  });
}

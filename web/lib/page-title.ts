import { useLayoutEffect } from "react";
import { announce } from "./announce.ts";

let pageTitle = "";
let overlayTitle: string | undefined;

/** Of the layout's live region: browsers announce the title of a loaded page, and not one that a script sets. */
export const TITLE_REGION = "title";

const show = () => void (document.title = overlayTitle ?? pageTitle);

/** Of what is open over the page; undefined gives the page's title back, whichever of the two was set last. */
export function setOverlayTitle(title: string | undefined): void {
  overlayTitle = title;
  show();
}

export function usePageTitle(title: string): void {
  // Before the focus moves to the new page: a screen reader may then say the document's title.
  useLayoutEffect(() => {
    if (pageTitle) announce(document.getElementById(TITLE_REGION), title);
    pageTitle = title;
    show();
  }, [title]);
}

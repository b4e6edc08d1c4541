import { useLayoutEffect } from "react";
import { announceOnPage } from "./announce.ts";

let pageTitle = "";
let overlayTitle: string | undefined;

const show = () => void (document.title = overlayTitle ?? pageTitle);

/** The title of a layer over the page, such as an open post; undefined brings back the page's own. */
export function setOverlayTitle(title: string | undefined): void {
  overlayTitle = title;
  show();
}

export function usePageTitle(title: string): void {
  // A layout effect runs before the focus moves to the new page: a screen reader may then read the document's title.
  useLayoutEffect(() => {
    // Browsers announce the title of a loaded page, but not one that a script sets.
    if (pageTitle) announceOnPage(title);
    pageTitle = title;
    show();
  }, [title]);
}

import { useLayoutEffect } from "react";
import { announce } from "./announce.ts";

let pageTitle = "";
let overlayTitle: string | undefined;

/** The id of the layout's live region: browsers announce the title of a loaded page, but not one that a script sets. */
export const TITLE_REGION = "title";

const show = () => void (document.title = overlayTitle ?? pageTitle);

/** The title of a layer over the page, such as an open post; undefined brings back the page's own. */
export function setOverlayTitle(title: string | undefined): void {
  overlayTitle = title;
  show();
}

export function usePageTitle(title: string): void {
  // A layout effect runs before the focus moves to the new page: a screen reader may then read the document's title.
  useLayoutEffect(() => {
    if (pageTitle) announce(document.getElementById(TITLE_REGION), title);
    pageTitle = title;
    show();
  }, [title]);
}

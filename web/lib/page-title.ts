import { useEffect } from "react";

let pageTitle = "";
let overlayTitle: string | undefined;

const show = () => void (document.title = overlayTitle ?? pageTitle);

/** Of what is open over the page; undefined gives the page's title back, whichever of the two was set last. */
export function setOverlayTitle(title: string | undefined): void {
  overlayTitle = title;
  show();
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle = title;
    show();
  }, [title]);
}

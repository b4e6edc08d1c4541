import { type RefObject, useEffect } from "react";
import { endPicture } from "#web/lib/end-picture.ts";

/** Ends the requests of pictures that leave the box, or leave with it: they would delay the one in view. */
export function useEndedPictures(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const pictures = [...(box.current?.querySelectorAll("img") ?? [])];
    return () => {
      for (const picture of pictures) if (!picture.isConnected) endPicture(picture);
    };
  });
}

import { type RefObject, useEffect, useState } from "react";
import { endPicture, endPreload } from "#web/lib/end-picture.ts";
import { LateNotice, Notice, StageButton } from "./notice.tsx";

/** A picture has no event before its end, but a width as soon as its first bytes have arrived. */
const FIRST_BYTES_MS = 15_000;
const WHOLE_PICTURE_MS = 60_000;
/** The browser ends a request without a picture in a later task. */
const REQUEST_END_MS = 100;

/** `loading` names the attempt; null while no picture loads. */
export function useSlowPicture(
  picture: RefObject<HTMLImageElement | null>,
  loading: string | null,
): boolean {
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (loading === null) return;
    const report = () => setSlow(loading);
    const timers = [
      setTimeout(() => !picture.current?.naturalWidth && report(), FIRST_BYTES_MS),
      setTimeout(report, WHOLE_PICTURE_MS),
    ];
    return () => {
      timers.forEach(clearTimeout);
      // A picture that failed is tried again under the same name.
      setSlow(null);
    };
  }, [picture, loading]);
  return loading !== null && slow === loading;
}

/** A new picture of the same address joins a running request, so every picture that waits for it is emptied first. */
function endRequest(box: HTMLElement, url: string): void {
  box.querySelectorAll("img").forEach(endPicture);
  endPreload(url);
}

/** Over a picture that goes on loading. */
export function SlowPicture({
  box,
  url,
  onAgain,
}: {
  box: RefObject<HTMLElement | null>;
  url: string;
  onAgain: () => void;
}) {
  const tryAgain = () => {
    if (box.current) endRequest(box.current, url);
    setTimeout(onAgain, REQUEST_END_MS);
  };
  return (
    <LateNotice className="bg-black/70">
      <Notice
        title="Still loading"
        icon="image"
        action={<StageButton onClick={tryAgain}>Try Again</StageButton>}
      >
        Its host is slow to answer.
      </Notice>
    </LateNotice>
  );
}

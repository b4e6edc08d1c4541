import { useState, type HTMLAttributeReferrerPolicy } from "react";
import type { EmbedMedia } from "#schema/media.ts";
import { MediaSpinner } from "./media-spinner.tsx";

export function EmbedFrame({
  url,
  title,
  referrerPolicy,
}: {
  url: string;
  title: string;
  referrerPolicy: HTMLAttributeReferrerPolicy;
}) {
  const [loaded, setLoaded] = useState(false);
  return (
    <>
      {!loaded && <MediaSpinner />}
      <iframe
        src={url}
        title={title}
        referrerPolicy={referrerPolicy}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        allowFullScreen
        // The frame is of another origin, so both permissions together do not free it.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-forms"
        onLoad={() => setLoaded(true)}
        className="absolute inset-0 size-full border-0"
      />
    </>
  );
}

/** YouTube refuses to play (error 153) for a page that sends no referrer at all. */
export function EmbedView({
  media,
  title,
  active,
}: {
  media: EmbedMedia;
  title: string;
  active: boolean;
}) {
  if (!active) return null;
  const policy = media.platform === "youtube" ? "strict-origin-when-cross-origin" : "no-referrer";
  return <EmbedFrame url={media.embedUrl} title={title} referrerPolicy={policy} />;
}

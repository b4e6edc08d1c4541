import { useMemo } from "react";
import type { Post } from "#schema/api/posts.ts";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import { useViewport } from "#web/lib/viewport.ts";
import { feedLayout, type FeedLayout } from "./feed-layout.ts";
import { placeCards, type Placement } from "./placement.ts";

export interface FeedPlacement extends Placement {
  layout: FeedLayout;
}

export function usePlacement(posts: readonly Post[], style: PresentationStyle): FeedPlacement {
  const { width, content } = useViewport();
  return useMemo(() => {
    const layout = feedLayout(style, width, content);
    return { ...placeCards(posts, style, layout), layout };
  }, [posts, style, width, content]);
}

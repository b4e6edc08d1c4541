// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { preloadImage } from "#web/lib/preload-image.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { signedOut } from "#web/testing/sessions.ts";
import { usePlacement } from "./use-placement.ts";
import { VirtualGrid } from "./virtual-grid.tsx";

vi.mock("#web/lib/preload-image.ts");

afterEach(() => setSavesData(false));

const POSTS = Array.from({ length: 90 }, (_, at) =>
  postOf({
    id: `t3_${at}`,
    title: `Stone ${at}`,
    thumbnails: [{ url: `https://preview.redd.it/${at}.jpg`, width: 320, height: 320 }],
  }),
);

function Grid() {
  const placement = usePlacement(POSTS, "grid");
  const look = { posts: POSTS, placement, blur: false, pinnedId: null };
  return <VirtualGrid {...look} hrefOf={(id) => `/?post=${id}`} onOpen={() => undefined} />;
}

test.each([
  [false, 6],
  [true, 0],
])("with the data saver %s, the pictures of %i later cards are preloaded", (saves, count) => {
  vi.mocked(preloadImage).mockClear();
  setSavesData(saves);
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedOut);
  renderInApp(<Grid />, { client });
  const cards = screen.getAllByRole("article").length;
  const later = POSTS.slice(cards, cards + count).map(({ thumbnails }) => thumbnails[0]?.url);
  expect(vi.mocked(preloadImage).mock.calls.map(([{ src }]) => src)).toEqual(later);
});

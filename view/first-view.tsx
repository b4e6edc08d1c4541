import type { Post } from "#schema/api/posts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import type { Preferences } from "#schema/api/preferences.ts";
import { isCovered } from "#schema/media.ts";
import type { FirstViewPage } from "#schema/pages.ts";
import {
  coveredImage,
  FIRST_TILES,
  GRID_TILE_SIZES,
  sharpImage,
  tileRatio,
} from "#schema/tiles.ts";
import type { ReactElement } from "react";
import { BoardSection } from "./board-section.tsx";
import { cx } from "./cx.ts";
import { FeedNote, SortPlaceholder } from "./feed-note.tsx";
import { FilterBarPlaceholder } from "./filter-bar-rows.tsx";
import { HeaderBar } from "./header-bar.tsx";
import { HeroSection } from "./hero-section.tsx";
import { Main } from "./main.tsx";
import { Portrait } from "./portrait.tsx";
import { HeartPlaceholder, ProfileSection } from "./profile-section.tsx";
import { RemovedSection } from "./removed-section.tsx";
import { SearchBox } from "./search-box.tsx";
import { Tile, TilePicture, TileScrim } from "./tile.tsx";

interface Cover {
  isCovered: boolean;
  /** Covered only because nothing was chosen: this device may have uncovered pictures. */
  isByDefault: boolean;
}

function FirstTile({ post, index, cover }: { post: Post; index: number; cover: Cover }) {
  const sharp = sharpImage(post, GRID_TILE_SIZES);
  const covered = cover.isCovered ? coveredImage(post) : null;
  const image = covered ?? sharp;
  const isFirst = index === 0;
  return (
    <Tile
      isCovered={cover.isCovered}
      className={cx(
        "relative! sm:aspect-square!",
        !isFirst && "max-sm:hidden",
        cover.isByDefault && "card-by-default",
      )}
      style={{ aspectRatio: (1 / tileRatio(post, "grid", 1)).toFixed(4) }}
    >
      {image && (
        <TilePicture
          fetchPriority={isFirst ? "high" : undefined}
          loading={isFirst ? undefined : "lazy"}
          // On a device that shows pictures, app/first.js replaces the small copy with this one.
          data-srcset={covered && cover.isByDefault ? sharp?.srcSet : undefined}
          {...image}
          sizes={GRID_TILE_SIZES}
        />
      )}
      <TileScrim
        title={
          <p dir="auto" className="scrim-title">
            {post.title}
          </p>
        }
      />
    </Tile>
  );
}

function FirstTiles({ posts, coverOf }: { posts: Post[]; coverOf: (post: Post) => Cover }) {
  return (
    <div
      aria-hidden="true"
      className="mx-auto grid w-full max-w-[1920px] gap-3 px-3 pt-1 sm:grid-cols-2 sm:gap-4 sm:px-6 md:pt-4 lg:grid-cols-3"
    >
      {posts.slice(0, FIRST_TILES).map((post, index) => (
        <FirstTile key={post.id} post={post} index={index} cover={coverOf(post)} />
      ))}
    </div>
  );
}

export interface FirstViewData {
  page: FirstViewPage | null;
  /** The user of the page, shown in the header's search field. */
  username: string;
  search: SearchResponse | null;
  preferences: Preferences;
  isSignedIn: boolean;
  /** The page's address has a filter, which changes the tiles: the app draws them. */
  isFiltered: boolean;
}

function FirstOfUser({ username, search, preferences, isSignedIn, isFiltered }: FirstViewData) {
  if (search?.profileState === "removed") {
    return (
      <Main>
        <RemovedSection username={username} />
      </Main>
    );
  }
  if (!search?.userExists || !search.userInfo || search.posts.length === 0) return null;
  const { title, username: name, avatarUrl } = search.userInfo;
  const isPlainGrid = !isFiltered && preferences.searchPresentationStyle === "grid";
  const { blurEnabled } = preferences;
  const coverOf = (post: Post): Cover => ({
    isCovered: isCovered(post, blurEnabled),
    isByDefault: blurEnabled && !post.isSpoiler && !isSignedIn,
  });
  return (
    <Main>
      <ProfileSection
        portrait={<Portrait url={avatarUrl} name={name} size={64} />}
        name={title || name}
        byline={"\u00a0"}
        heart={<HeartPlaceholder />}
      />
      <FilterBarPlaceholder />
      <FeedNote sorting={<SortPlaceholder />} isCoverOffered={blurEnabled && !isSignedIn} />
      {isPlainGrid && <FirstTiles posts={search.posts} coverOf={coverOf} />}
    </Main>
  );
}

const FirstOfHome = () => (
  <Main>
    <HeroSection search={<SearchBox kind="hero" />} />
  </Main>
);

const FirstOfLeaderboard = () => (
  <Main>
    <BoardSection />
  </Main>
);

const FIRST_VIEWS: Record<FirstViewPage, (data: FirstViewData) => ReactElement | null> = {
  home: FirstOfHome,
  user: FirstOfUser,
  leaderboard: FirstOfLeaderboard,
};

/**
 * Until the app starts, the page only looks ready. A CSS delay of 15 seconds shows this note without any script;
 * app/first.js shows it at once if the app cannot be fetched. The app replaces it along with the first view.
 */
const Unfinished = () => (
  <output
    id="unfinished"
    className="fixed inset-x-4 bottom-4 z-50 mx-auto w-fit animate-[appear_1ms_15s_backwards] rounded-card border border-line bg-surface px-4 py-3 text-sm floating noscript:hidden print:hidden"
  >
    This page has not finished loading.{" "}
    {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the empty address is this page's own, with its query */}
    <a href="" className="hit rounded-sm font-semibold text-citrine underline underline-offset-2">
      Reload it
    </a>
  </output>
);

/**
 * Each part stands where the app draws it again. A user's page has only the header if its data is late, and no tiles
 * unless its layout is the plain grid.
 */
export function FirstView(data: FirstViewData) {
  const Content = data.page && FIRST_VIEWS[data.page];
  return (
    <>
      <HeaderBar search={<SearchBox kind="header" input={{ value: data.username }} />} />
      {Content && <Content {...data} />}
      <Unfinished />
    </>
  );
}

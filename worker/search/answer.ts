import type { SearchResponse, UserInfo } from "#schema/api/posts.ts";
import { asciiJson } from "#worker/ascii-json.ts";
import type { Hearts } from "#worker/hearts/hearts.rules.ts";
import type { Profile } from "#worker/source/normalise/profile.ts";
import type { Item } from "#worker/source/page.ts";

/** Everything of a search answer but its posts, which are text already. */
export type Frame = Omit<SearchResponse, "posts">;

export interface Extras {
  hearts: Hearts["posts"];
  nsfwNames: ReadonlySet<string>;
  /** All posts of a walk are by one author. */
  avatarUrl: string | null;
}

export function userInfoOf(profile: Profile, heartCount: number): UserInfo {
  const { id, username, title, avatarUrl } = profile;
  return { id, username, title, avatarUrl, heartCount };
}

/** What is ours or changes by the minute goes in behind the last field of the kept text. */
function postText({ line, brief }: Item, extras: Extras, avatar: string): string {
  const [id, community] = brief;
  const { heartCount, rank } = extras.hearts.get(id) ?? { heartCount: 0, rank: null };
  const subredditIsNsfw = extras.nsfwNames.has(community);
  return `${line.slice(0, -1)},"heartCount":${heartCount},"rank":${rank},"subredditIsNsfw":${subredditIsNsfw},"authorAvatar":${avatar}}`;
}

export function searchText(frame: Frame, items: Item[], extras: Extras): string {
  const avatar = asciiJson(extras.avatarUrl);
  const posts = items.map((item) => postText(item, extras, avatar));
  return `${asciiJson(frame).slice(0, -1)},"posts":[${posts.join(",")}]}`;
}

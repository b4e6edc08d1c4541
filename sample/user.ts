import { DAY_MS } from "#schema/time.ts";
import type { AvatarKey } from "./catalogue.ts";
import { base36, signature } from "./ids.ts";
import type { PostSpec } from "./post.ts";
import type { Json } from "./wire.ts";

export interface CreatorSpec {
  name: string;
  title: string;
  description: string;
  avatar: AvatarKey | null;
  /** Age of the account; five years earn the badge Veteran. */
  years: number;
  linkKarma: number;
  commentKarma: number;
  posts: readonly PostSpec[];
  verifiedEmail?: boolean;
  over18?: boolean;
  isMod?: boolean;
  suspended?: boolean;
  /** A fault instead of posts or profile. */
  fault?: Fault;
}

/** For creators whose account does not matter. */
export const PLAIN_ACCOUNT = {
  avatar: null,
  years: 3,
  linkKarma: 2_410,
  commentKarma: 300,
} as const;

export type Fault =
  | "rate_limited"
  | "blocked"
  | "server_error"
  | "slow"
  | "truncated"
  | "empty"
  | "second_page"
  | "profile_only"
  | "listing_only";

const YEAR_MS = 365.25 * DAY_MS;

export const userId = (name: string): string => base36(`user/${name.toLowerCase()}`, 8);

function avatarUrl(spec: CreatorSpec): string {
  if (!spec.avatar) {
    return "https://www.redditstatic.com/avatars/defaults/v2/avatar_default_6.png";
  }
  const path = `/t5_${base36(spec.name, 6)}/styles/profileIcon_${spec.avatar}.jpg`;
  const query = "?width=256&height=256&crop=256:256,smart&s=";
  return `https://styles.redditmedia.com${path}${query}${signature(path)}`;
}

function profile(spec: CreatorSpec, icon: string): Json {
  return {
    default_set: true,
    display_name: `u_${spec.name}`,
    display_name_prefixed: `u/${spec.name}`,
    name: `t5_${base36(spec.name, 6)}`,
    title: spec.title,
    public_description: spec.description,
    description: "",
    icon_img: icon,
    icon_size: [256, 256],
    is_default_icon: spec.avatar === null,
    banner_img: "",
    over_18: Boolean(spec.over18),
    subscribers: 0,
    subreddit_type: "user",
    url: `/user/${spec.name}/`,
    quarantine: false,
    accept_followers: true,
  };
}

/** The data of a t2, almost none for a suspended account. */
export function user(spec: CreatorSpec, now: number): Json {
  if (spec.suspended) {
    return {
      name: spec.name,
      is_suspended: true,
      is_blocked: false,
      awardee_karma: 0,
      awarder_karma: 0,
      total_karma: 0,
    };
  }
  const icon = avatarUrl(spec);
  const created = Math.floor((Math.floor(now / DAY_MS) * DAY_MS - spec.years * YEAR_MS) / 1000);
  return {
    id: userId(spec.name),
    name: spec.name,
    icon_img: icon,
    snoovatar_img: "",
    snoovatar_size: null,
    link_karma: spec.linkKarma,
    comment_karma: spec.commentKarma,
    total_karma: spec.linkKarma + spec.commentKarma,
    awardee_karma: 0,
    awarder_karma: 0,
    created,
    created_utc: created,
    has_verified_email: spec.verifiedEmail ?? true,
    verified: true,
    is_mod: Boolean(spec.isMod),
    is_gold: false,
    is_employee: false,
    is_blocked: false,
    is_friend: false,
    hide_from_robots: false,
    accept_followers: true,
    has_subscribed: true,
    pref_show_snoovatar: false,
    subreddit: profile(spec, icon),
  };
}

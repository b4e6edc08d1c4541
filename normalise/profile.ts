import { SHORT_ID } from "#schema/reddit-id.ts";
import { address } from "./address.ts";
import { cut, flag, number, record, text, unescape, whole, type Json } from "./read.ts";

export interface Profile {
  /** With its prefix, t2_…; empty if only the name is known. */
  id: string;
  username: string;
  title: string;
  description: string;
  avatarUrl: string | null;
  /** Epoch seconds; null for suspended users and from the archive. */
  createdUtc: number | null;
  verifiedEmail: boolean;
  isNsfw: boolean;
  isMod: boolean;
  isSuspended: boolean;
  linkKarma: number;
}

/** Above this karma an empty listing means that the user hides posts, not that there are none. */
export const HIDDEN_KARMA = 10;

const LONGEST_TEXT = 2000;

/** `raw` is Reddit's t2; a suspended account has a name and little else. */
export function normaliseProfile(raw: Json, askedName: string): Profile {
  const page = record(raw.subreddit);
  const name = text(raw.name);
  const username = name && /^[A-Za-z0-9_-]{1,40}$/.test(name) ? name : askedName;
  const id = text(raw.id)?.replace(/^t2_/, "") ?? "";
  const created = number(raw.created_utc) ?? number(raw.created);
  const title = unescape(text(page?.title) ?? "").trim();
  return {
    id: SHORT_ID.test(id) ? `t2_${id}` : "",
    username,
    title: cut(title, LONGEST_TEXT) || username,
    description: cut(unescape(text(page?.public_description) ?? ""), LONGEST_TEXT),
    avatarUrl: address(text(raw.snoovatar_img) || raw.icon_img),
    createdUtc: created === null ? null : Math.trunc(created),
    verifiedEmail: flag(raw.has_verified_email),
    isNsfw: flag(page?.over_18) || flag(raw.over_18),
    isMod: flag(raw.is_mod),
    isSuspended: flag(raw.is_suspended),
    linkKarma: whole(raw.link_karma),
  };
}

/** Shown if the source's profile could not be read. */
export const plainProfile = (username: string): Profile =>
  normaliseProfile({ name: username }, username);

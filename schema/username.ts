import { withoutInvisible } from "./without-invisible.ts";

/** The names that Reddit allows. Other names are "not found" without a call to the source. */
export const REDDIT_NAME = /^[A-Za-z0-9_-]{3,20}$/;

/** In code points. A longer name is not searched for: the API refuses it. */
export const MAX_SEARCHED_LENGTH = 50;

/** Whether the API takes the name, which may still be none of Reddit's. */
export const isSearchable = (username: string): boolean =>
  username !== "" && [...username].length <= MAX_SEARCHED_LENGTH;

/**
 * A profile's address with the name in it, or what may stand around a name. The search field cuts a pasted text at 60
 * characters, which leaves the name in an address whole.
 */
const AROUND_NAME =
  /^(?:(?:https?:\/\/)?(?:[\w-]+\.)?reddit\.com\/(?:u(?:ser)?\/|r\/u_)|\/user\/)([^/?#]*).*|^\/?(?:u\/|r\/u_)|\/$/gis;

/**
 * Accepts a typed or pasted name with or without u/ in front ("u/Name", "/U/name/", " name"), or a profile's address. A
 * profile is also a community, r/u_Name.
 */
export const cleanUsername = (typed: string): string =>
  withoutInvisible(typed).trim().replace(AROUND_NAME, "$1").trim();

/** An address at Reddit's picture hosts, of plain URL characters. */
export const REDDIT_PICTURE =
  /^https:\/\/(?:(?:preview|external-preview|i)\.redd\.it|[ab]\.thumbs\.redditmedia\.com)\/[\w\-.~/?&=%,:;+!*()@]{1,900}$/;

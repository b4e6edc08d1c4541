/**
 * Lower case. A profile's own community is u_name, where the name may contain a hyphen. The only name with a dot is that
 * of Reddit's first community.
 */
export const COMMUNITY = /^(?:[a-z0-9_]{2,50}|u_[a-z0-9_-]{3,20}|reddit\.com)$/;

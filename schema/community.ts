/** Lower case. A profile's own community is u_name, where the name may contain a hyphen. */
export const COMMUNITY = /^(?:[a-z0-9_]{2,50}|u_[a-z0-9_-]{3,20})$/;

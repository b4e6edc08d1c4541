/**
 * What an owner edits to make the product theirs: name, domain, contact and links. What cannot read it
 * and has to be edited too is in docs/operations.md, and a test compares it.
 * The links are placeholders on example.com so that a fresh deployment never points at somebody
 * else's account.
 */
export const brand = {
  name: "Unearth",
  tagline: "Search. See. Unearth.",
  headline: "Discover Reddit's Hidden Gems",
  description:
    "Search a Reddit username and browse that person's pictures, galleries, GIFs and videos in one fast, quiet feed.",
  domain: "unearth.example",
  contactEmail: "hello@unearth.example",
  securityEmail: "security@unearth.example",
  /** The creator behind the 'Popular' shortcut; this one is the sample's, a deployment needs a real one. */
  popularUsername: "gemhunter",
  links: {
    extension: "https://example.com/unearth/extension",
    donation: "https://example.com/unearth/donate",
    socialPost: "https://example.com/unearth/post?text=@unearth_example%20",
    communityChat: "https://example.com/unearth/chat",
    reddit: "https://www.reddit.com",
  },
  /** Where each environment's pages live, and where its API answers. Development is same-origin. */
  environments: {
    production: {
      pageOrigins: ["https://unearth.example", "https://www.unearth.example"],
      apiOrigin: "https://api.unearth.example",
    },
    staging: {
      pageOrigins: ["https://staging.unearth.example"],
      apiOrigin: "https://api.staging.unearth.example",
    },
  },
} as const;

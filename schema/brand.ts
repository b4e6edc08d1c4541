/**
 * Name, domain, contact and links of the product: the file an owner edits. Three files repeat these
 * values because they cannot import them; docs/operations.md lists them and a test compares them.
 * The links are placeholders on example.com, so that a fresh deployment never points to a third
 * party's account.
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
  /** The creator of the 'Popular' shortcut. The default exists in the sample only: deployments need another one. */
  popularUsername: "gemhunter",
  links: {
    extension: "https://example.com/unearth/extension",
    donation: "https://example.com/unearth/donate",
    socialPost: "https://example.com/unearth/post?text=@unearth_example%20",
    communityChat: "https://example.com/unearth/chat",
    reddit: "https://www.reddit.com",
  },
  /** The origins of the pages and of the API in each environment. Development is same-origin. */
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

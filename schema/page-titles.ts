import { brand } from "./brand.ts";

/** Every page's title, said once: the Worker puts it into the HTML, the web keeps it true after. */
export const pageTitles = {
  home: () => `${brand.name}: ${brand.headline}`,
  user: (username: string) => `u/${username} - Media Posts | Reddit User Search`,
  invalidUser: () => "Invalid User | Reddit User Search",
  leaderboard: () => "Leaderboard - Top Reddit Creators",
  login: () => `Log in | ${brand.name}`,
  signup: () => `Sign up | ${brand.name}`,
  account: (username?: string) => (username ? `Account - ${username}` : `Account | ${brand.name}`),
  about: () => `About | ${brand.name}`,
  terms: () => `Terms | ${brand.name}`,
  privacy: () => `Privacy | ${brand.name}`,
  contact: () => `Contact | ${brand.name}`,
  admin: () => `Admin | ${brand.name}`,
  notFound: () => "404 Page Not Found",
} as const;

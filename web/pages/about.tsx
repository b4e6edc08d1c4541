import { brand } from "#schema/brand.ts";
import { PAGES } from "#schema/pages.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { OUTER_LINK } from "#web/lib/outer-link.ts";
import { Icon, type IconName } from "#view/icon.tsx";
import { ProseSection, ProsePage } from "./prose-page.tsx";

const FEATURES: { icon: IconName; title: string; text: string }[] = [
  {
    icon: "search",
    title: "Any creator, by name",
    text: "Type a Reddit username and see only the posts with media.",
  },
  {
    icon: "masonry",
    title: "Pictures first",
    text: "Grid or masonry, filters by kind, and an endless feed that stays quick on a phone.",
  },
  {
    icon: "video",
    title: "Everything plays in place",
    text: "Galleries, GIFs and videos with sound, from the hosts Reddit's posters use.",
  },
  {
    icon: "eyeOff",
    title: "Covered until you look",
    text: "Thumbnails are blurred by default and show when you point at them.",
  },
  {
    icon: "heart",
    title: "Hearts",
    text: "With an account, heart creators and posts and find them again in your lists.",
  },
  {
    icon: "trophy",
    title: "A leaderboard",
    text: "What people here like most, counted anew every five minutes.",
  },
];

const STACK = [
  ["Cloudflare Workers", "runs the API and answers every page at the edge"],
  ["D1 and Workers KV", "keep accounts and hearts, and the cache of listings"],
  ["Hono and Drizzle ORM", "route the calls and write the queries"],
  ["Zod", "says once, for server and page, what a valid request is"],
  ["React, React Router, TanStack Query", "draw the pages"],
  ["Tailwind CSS and Vite", "style and bundle them"],
  ["hls.js", "plays streams where the browser cannot, or not in the chosen quality"],
  ["TypeScript", "all of it"],
] as const;

export function AboutPage() {
  return (
    <ProsePage
      title={PAGES.about.title}
      heading={`About ${brand.name}`}
      lead={`${brand.name} finds the pictures and videos a Reddit user has posted, and lets you look at them in peace.`}
    >
      <ProseSection id="features" title="What it does">
        <ul className="plain mt-2 grid gap-3 sm:grid-cols-2">
          {FEATURES.map(({ icon, title, text }) => (
            <li key={title} className="rounded-card border border-line bg-surface p-4">
              <Icon name={icon} size={24} className="text-citrine" />
              <h3 className="mt-2 font-semibold">{title}</h3>
              <p className="mt-1 text-sm text-quiet">{text}</p>
            </li>
          ))}
        </ul>
      </ProseSection>
      <ProseSection id="support" title="Support">
        <p>
          {brand.name} is free, shows no advertising and tracks no visitors. If you like it, you can
          help with what the servers cost, or bring the extension along on Reddit itself.
        </p>
        <p className="flex flex-wrap gap-3">
          <a href={brand.links.donation} {...OUTER_LINK} className={buttonClass("primary")}>
            Donate
          </a>
          <a href={brand.links.extension} {...OUTER_LINK} className={buttonClass("secondary")}>
            Install the extension
          </a>
        </p>
      </ProseSection>
      <ProseSection id="contact" title="Contact">
        <p>
          Write to <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>, or see{" "}
          <Link to={paths.contact()}>how to reach us and how to have something removed</Link>.
        </p>
      </ProseSection>
      <ProseSection id="technology" title="Technology">
        <ul>
          {STACK.map(([name, what]) => (
            <li key={name}>
              <strong>{name}</strong>: {what}
            </li>
          ))}
        </ul>
        <p>
          The licences of the packages in it:{" "}
          <a href="/third-party-notices.txt">third-party notices</a>.
        </p>
      </ProseSection>
    </ProsePage>
  );
}

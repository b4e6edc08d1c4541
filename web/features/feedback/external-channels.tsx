import { brand } from "#schema/brand.ts";
import { cx } from "#view/cx.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { OUTER_LINK } from "#web/lib/outer-link.ts";
import { Icon, type IconName } from "#view/icon.tsx";

interface Channel {
  name: string;
  text: string;
  href: string;
  icon: IconName;
}

const CHANNELS: Channel[] = [
  {
    name: "Donation Page",
    text: "Support the developer and leave feedback",
    href: brand.links.donation,
    icon: "heart",
  },
  {
    name: "Social Post",
    text: "Quick feedback via social media",
    href: brand.links.socialPost,
    icon: "share",
  },
  {
    name: "Community Chat",
    text: "Join our community for discussions",
    href: brand.links.communityChat,
    icon: "comment",
  },
];

const tipLink =
  "inline-flex min-h-11 min-w-11 items-center font-medium underline underline-offset-2 hover:text-citrine";

const TOPICS = ["Bug Reports", "Feature Requests", "Support Development", "Community Chat"];

/** The links send no referrer. */
export function ExternalChannels() {
  return (
    <section aria-labelledby="external-channels" className="mt-6 border-t border-line pt-6">
      <h3 id="external-channels" className="font-display text-lg font-bold">
        External Feedback Channels
      </h3>
      <p className="mt-1 text-sm text-quiet">
        Connect with us through various platforms for feedback, support, and community discussions
      </p>
      <ul className="mt-4 flex flex-col gap-3">
        {CHANNELS.map(({ name, text, href, icon }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-4"
          >
            <div className="flex items-center gap-3">
              <Icon name={icon} className="shrink-0 text-citrine" />
              <div>
                <p className="text-sm font-semibold">{name}</p>
                <p className="text-sm text-quiet">{text}</p>
              </div>
            </div>
            <a
              href={href}
              {...OUTER_LINK}
              className={cx(buttonClass("secondary"), "max-sm:w-full")}
            >
              Open {name}
              <span className="sr-only">(new tab)</span>
            </a>
          </li>
        ))}
      </ul>
      <div className="mt-4 rounded-card bg-raised p-4">
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Icon name="info" size={18} className="text-citrine" />
          Quick Tip
        </p>
        <p className="mt-1 text-sm text-quiet">
          For the fastest response, use our built-in feedback form or email us directly. Follow us
          on Twitter for updates and join our community discussions.
        </p>
        <p className="mt-1 flex flex-wrap gap-x-5 text-sm">
          <a href={`mailto:${brand.contactEmail}`} className={tipLink}>
            {brand.contactEmail}
          </a>
          <a href={brand.links.socialPost} {...OUTER_LINK} className={tipLink}>
            Twitter
            <span className="sr-only"> (new tab)</span>
          </a>
        </p>
      </div>
      <ul aria-label="What to write about" className="mt-4 flex flex-wrap gap-2">
        {TOPICS.map((topic) => (
          <li key={topic} className="rounded-full bg-raised px-2.5 py-1 text-xs font-semibold">
            {topic}
          </li>
        ))}
      </ul>
    </section>
  );
}

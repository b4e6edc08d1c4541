import { Link } from "react-router";
import { brand } from "#schema/brand.ts";
import { pageTitles } from "#schema/page-titles.ts";
import { paths } from "#web/paths.ts";
import { Part, ProsePage } from "./prose-page.tsx";

const KEPT = [
  ["Your account", "user name, e-mail if you gave one, display name", "until you delete it"],
  ["Your password", "only as an Argon2id hash", "until you change it or delete the account"],
  ["Your sessions", "a hash of the cookie's random value", "30 days after your last visit"],
  ["Your preferences", "blur and layout", "until you delete the account"],
  ["Your hearts", "whom or what, and when", "until you take them back"],
  [
    "Failed logins",
    "a hash of the name tried and the address it came from",
    "15 minutes, cleared within the following hour",
  ],
  [
    "Feedback",
    "what you write, your e-mail if you gave one, the page and the browser's name",
    "until we delete it",
  ],
  ["Public Reddit posts", "a cached copy of what Reddit answers", "24 hours at most"],
  ["Public Reddit profiles", "a cached copy of what Reddit answers", "7 days at most"],
  [
    "Hearted creators and posts",
    "name, title, address of the media, as Reddit shows them",
    "checked again in turn; emptied when they are gone at Reddit",
  ],
] as const;

function KeptList() {
  return (
    <dl className="mt-4 rounded-card border border-line bg-surface text-sm">
      {KEPT.map(([what, form, time]) => (
        <div
          key={what}
          className="grid gap-x-4 border-t border-line px-4 py-3 first:border-0 sm:grid-cols-[1fr_1.4fr_1.2fr]"
        >
          <dt className="font-semibold">{what}</dt>
          <dd>{form}</dd>
          <dd className="text-quiet">
            <span className="sr-only">Kept </span>
            {time}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function PrivacyPage() {
  return (
    <ProsePage
      title={pageTitles.privacy()}
      heading="Privacy Policy"
      lead="You can search and browse without an account, and nobody watches you do it."
      changed="21 November 2026"
    >
      <Part id="not" title="What we do not do">
        <ul>
          <li>No tracking, no analytics, no advertising, no fingerprinting.</li>
          <li>No scripts, fonts or pixels of third parties in our pages.</li>
          <li>
            No record of what you search or look at. Searching writes nothing to our database.
          </li>
          <li>Nothing about you is sold or given away.</li>
        </ul>
      </Part>
      <Part id="kept" title="What we store, and for how long">
        <KeptList />
        <p>
          It is kept at Cloudflare, who run the servers and the database for us and see the network
          address of every request, as any host does. Our own logs hold the time, the kind of call
          and how it went, where one failed or was slow: no names, no addresses, no search words. To
          hold off abuse, calls are counted per network address for a minute at a time.
        </p>
      </Part>
      <Part id="device" title="What stays on your device">
        <p>
          One cookie, set when you log in, which says that you are logged in and is not readable by
          scripts. In your browser's own storage: the theme, your recent searches, the player's
          volume, the name for the next login if you tick ‘Remember me’, and how far you had
          scrolled. None of it is sent to us; clearing the site's data in your browser removes it.
        </p>
      </Part>
      <Part id="hosts" title="Whom your browser talks to">
        <p>
          Pages and answers come from us. Pictures and videos come straight from where they were
          posted: Reddit, RedGifs, Imgur, Streamable or YouTube. Those hosts see your network
          address when your browser fetches a file, under their own policies. We ask your browser
          not to tell them which page you came from (a YouTube player alone needs our address to
          work at all), and YouTube is embedded from its no-cookie domain, only when you open such a
          post.
        </p>
      </Part>
      <Part id="rights" title="Your rights">
        <p>
          On <Link to={paths.account()}>your account page</Link> you can download everything we hold
          about you as one file and delete your account; hearts and preferences go with it at once.
          For anything else, or if you are a creator and want your name off the leaderboard, write
          to <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>. You may also
          complain to your data protection authority.
        </p>
      </Part>
      <Part id="age" title="Age">
        <p>
          Some posts are for adults. If you are under 18, or under the age of majority where you
          live, please do not use this site.
        </p>
      </Part>
    </ProsePage>
  );
}

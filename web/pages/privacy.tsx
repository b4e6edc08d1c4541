import { brand } from "#schema/brand.ts";
import { FAILED_LOGIN_MINUTES, KEPT_DAYS } from "#schema/kept.ts";
import { PAGES } from "#schema/pages.ts";
import { isChallenged } from "#web/features/auth/turnstile.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { forgetSeenOnDevice } from "#web/lib/seen-on-device.ts";
import { Button } from "#web/ui/button.tsx";
import { ProseSection, ProsePage } from "./prose-page.tsx";

const KEPT = [
  [
    "Your account",
    "username, email if you gave one, display name, when you signed up and when you last logged in",
    "until you delete it",
  ],
  ["Your password", "only as an Argon2id hash", "until you change it or delete the account"],
  [
    "Your sessions",
    "a hash of the cookie's random value, when each began and when it ends",
    `${KEPT_DAYS.session} days after your last visit`,
  ],
  [
    "Where you logged in",
    "a keyed hash of the network address, so that failed logins from elsewhere cannot lock you out",
    `${KEPT_DAYS.knownAddress} days after the last login there`,
  ],
  ["Your preferences", "blur and layout", "until you delete the account"],
  ["Your hearts", "whom or what, and when", "until you take them back"],
  [
    "Hearts that wait",
    "for a post found through the companion that our source does not know yet: also its author, title, community, date and thumbnail, which only your account sees",
    `until the source knows the post: ${KEPT_DAYS.waitingHeart} days at most, longer only while the source does not answer or the post cannot be stored here`,
  ],
  [
    "Failed logins",
    "a hash of the name tried and the address it came from",
    `${FAILED_LOGIN_MINUTES} minutes, cleared a few minutes later`,
  ],
  [
    "Feedback and removal requests",
    "what you write, your email if you gave one, the page or link, the browser's name and, if you were logged in, your account",
    "until we delete it or you delete the account; a removal request that is still open stays without your account, email and browser",
  ],
  [
    "What we removed at request",
    "the creator's name, the post or the community, the reason, our note, and when",
    `until we lift the removal; a copy of the list without reasons and notes up to ${KEPT_DAYS.replacedRemovals} days longer`,
  ],
  [
    "Public Reddit posts",
    "a cached copy of what Reddit, or the archive Arctic Shift, answers",
    `${24 * KEPT_DAYS.redditPosts} hours at most`,
  ],
  [
    "Public Reddit profiles",
    "a cached copy of what Reddit, or the archive, answers",
    `${KEPT_DAYS.redditProfiles} days at most; in a copy of posts up to ${24 * KEPT_DAYS.redditPosts} hours longer`,
  ],
  [
    "Creators' badges",
    "a cached copy of what we work out from a profile and its hearts",
    `${24 * KEPT_DAYS.badges} hours at most; of hearted creators up to an hour longer`,
  ],
  [
    "Hearted creators and posts",
    "name, description and picture; title, community, score and the addresses of the media, as Reddit shows them",
    "checked again in turn; emptied when they are gone at Reddit or have no hearts left. Where posts come from the archive Arctic Shift, a post is emptied once the archive marks it as deleted, a creator at request. Of an emptied creator the id and the name stay, of an emptied post its id and whose it was",
  ],
  [
    "Backups",
    "a daily copy of all this but the sessions, the logins, the hearts that wait and the caches, which only the operators of this site can read",
    `${KEPT_DAYS.backup} days each: what you delete is in none of them after that`,
  ],
  [
    "The database's history",
    "every earlier state of the whole database, kept by Cloudflare so that we can undo a fault",
    "30 days: what you delete is in none of it after that",
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

function ForgetSeenButton() {
  return (
    <Button
      tone="secondary"
      className="whitespace-normal!"
      onClick={() => {
        forgetSeenOnDevice();
        showToast({ title: "Forgotten on this device", tone: "success" });
      }}
    >
      Forget what I have seen
    </Button>
  );
}

function DeviceSection() {
  return (
    <ProseSection id="device" title="What stays on your device">
      <p>
        Four cookies. Three are not readable by scripts. Two of these are set when you log in: one
        says that you are logged in; the other, a random number with our signature, stays for{" "}
        {KEPT_DAYS.deviceCookie} days and says that someone logged in on this device before. The
        third is set when you log in or change something and ends with the browser: it is a mark in
        our database's history, so that you see your own change. The fourth says that this device
        has chosen a theme or uncovered the pictures, but not which, so that pages show it from the
        start; it stays for a year, or until neither is chosen any more.
      </p>
      <p>In your browser's own storage, until you clear it:</p>
      <ul>
        <li>the theme, the data saver, and whether you have uncovered the pictures;</li>
        <li>
          the player's volume, its quality and whether it is muted, and whether letters are
          shortcuts there;
        </li>
        <li>your recent searches, and the source you chose for posts;</li>
        <li>the name for the next login, if you tick ‘Remember me’;</li>
        <li>
          the creators you follow on this device, and the time of your last look at{" "}
          <Link to={paths.following()}>Following</Link>, with the id of your account if you have
          one;
        </li>
        <li>
          which posts of a creator you have seen, so that their page can say what is new: a post
          counts once half of it was in view for a second. It is kept for the 200 creators you
          opened last, up to 500 posts each. <ForgetSeenButton />
        </li>
      </ul>
      <p>
        Until you close the tab: how far you had scrolled, the picture of a gallery you had open,
        and what you typed into the contact or feedback form, which also goes when you log out in
        that tab. A video or a ZIP that you download is put together there and removed ten minutes
        later, or at your next download if you close the page sooner.
      </p>
      <p>
        None of it is sent to us, with two exceptions. Opening{" "}
        <Link to={paths.following()}>Following</Link> while you are logged out sends us the names
        you follow, to answer with their posts; we log none of them, and keep nothing but the cached
        posts and profiles named above. ‘Add them to your account’ there sends them once you are
        logged in, and they become hearts. Clearing the site's data in your browser removes it all.
      </p>
    </ProseSection>
  );
}

export function PrivacyPage() {
  return (
    <ProsePage
      title={PAGES.privacy.title}
      heading="Privacy Policy"
      lead="You can search and browse without an account, and we do not watch you do it."
      changed="28 November 2026"
    >
      <ProseSection id="not" title="What we do not do">
        <ul>
          <li>No tracking, no analytics, no advertising, no fingerprinting.</li>
          <li>
            No scripts, fonts or pixels of third parties in our pages
            {isChallenged() &&
              ", except Cloudflare's check that you are human, which loads when you sign up and after three failed logins"}
            .
          </li>
          <li>
            No record of what you search or look at. Searching writes nothing about you to our
            database.
          </li>
          <li>Nothing about you is sold or given away.</li>
        </ul>
      </ProseSection>
      <ProseSection id="kept" title="What we store, and for how long">
        <KeptList />
        <p>
          It is kept at Cloudflare, who run the servers and the database for us and see the network
          address of every request, as any host does. Our own logs hold the time, the kind of call
          and how it went, where one failed or was slow, and the Cloudflare location that answered:
          no names, no addresses, no search words. To hold off abuse, calls are counted per network
          address for a minute at a time. How often an address asks for names that do not exist, and
          how often our cache had its answer, is held in memory until half an hour has passed
          without such an answer.
        </p>
      </ProseSection>
      <DeviceSection />
      <ProseSection id="hosts" title="Whom your browser talks to">
        <p>
          Pages and answers come from us. For them our server asks Reddit, or the archive Arctic
          Shift, for the name you search, and RedGifs for clips, without saying who asked. Pictures
          and videos come straight from where they were posted: Reddit, RedGifs, Imgur, Streamable
          or YouTube, and any other site if a post links straight to a file there. Those hosts see
          your network address when your browser fetches a file, under their own policies. We ask
          your browser not to tell them which page you came from (a YouTube player alone needs our
          address to work at all). The players of YouTube (from its no-cookie domain), of Streamable
          and, where its video does not play here, of RedGifs are shown in a frame, only when you
          open such a post.
          {isChallenged() &&
            " The check at sign-up and login is Cloudflare's Turnstile: it looks at your browser and network address to tell people from scripts, under Cloudflare's policy."}
        </p>
      </ProseSection>
      <ProseSection id="companion" title="The companion">
        <p>
          Our browser extension is optional and reads nothing for this site before you say yes; on
          Reddit&apos;s profiles it shows a link here, which its menu switches off. Once you say
          yes, your own browser asks Reddit for the profiles you open here, signed in as you. We get
          the profile&apos;s name and the ids of its posts, to add hearts and badges, the ids and
          authors of crossposts&apos; originals, to leave out what was removed, and the ids of
          RedGifs clips that you open, to find their files; of all this we only keep, without a word
          about you, what RedGifs answers about a clip (an hour at most), the profile&apos;s badges
          and our source&apos;s copy of the profile, and of its posts where our server goes on with
          them (times as above). If you heart a post that our source does not know yet, we also get
          what its card shows and what it is a crosspost of. Your saved posts, votes, messages and
          password are not read. The extension measures nothing and contacts no site but Reddit and
          this one.
        </p>
      </ProseSection>
      <ProseSection id="rights" title="Your rights">
        <p>
          On <Link to={paths.account()}>your account page</Link> you can download what we hold about
          you as one file: your account, your preferences, when each of your sessions began and
          ends, the feedback you sent while logged in, and your hearts with their times. It leaves
          out the hashes of your password, your sessions and your network addresses. Of what is gone
          at Reddit or was removed here it names neither creators nor titles. There you can also
          delete your account: its name, email, preferences and sessions go from the live database
          at once, its hearts and feedback within half an hour. If you are a creator and want your
          name or your posts off this site, use{" "}
          <Link to={`${paths.contact()}#removal`}>the form for removals</Link>. For anything else,
          write to <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>. You may also
          complain to your data protection authority.
        </p>
      </ProseSection>
      <ProseSection id="age" title="Age">
        <p>
          Some posts are for adults. If you are under 18, or under the age of majority where you
          live, please do not use this site.
        </p>
      </ProseSection>
    </ProsePage>
  );
}

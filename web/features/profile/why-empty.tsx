import { REDDIT_ORIGIN } from "#schema/reddit-origin.ts";
import { REDDIT_NAME } from "#schema/username.ts";
import { RemovedSection } from "#view/removed-section.tsx";
import type { ListingAnswer } from "#web/features/companion/listing-answer.ts";
import { optionalPart } from "#web/lib/optional-part.tsx";
import { OUTER_LINK } from "#web/lib/outer-link.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state.tsx";

/** Not load-source.ts: what the user's page shares with this lazy part would be in every page's first script. */
const SourceNote = optionalPart(
  async () => (await import("#web/features/companion/source.tsx")).SourceNote,
);

function NextSteps({ username }: { username?: string }) {
  return (
    <>
      <Link to={paths.leaderboard()} className={buttonClass("primary")}>
        See top creators
      </Link>
      {username && (
        <a
          href={`${REDDIT_ORIGIN}/user/${encodeURIComponent(username)}`}
          {...OUTER_LINK}
          className={buttonClass("secondary")}
        >
          Open on Reddit
        </a>
      )}
    </>
  );
}

function InvalidUser() {
  return (
    <EmptyState heading="h1" icon="user" title="Invalid User" action={<NextSteps />}>
      <p>Please search for a valid Reddit username.</p>
    </EmptyState>
  );
}

interface WhyEmptyProps {
  username: string;
  /** Null for a name that cannot be searched (isSearchable). */
  answer: ListingAnswer | null;
}

/** Offers the companion: Reddit may know a user that our source does not, the archive above all (decision 122). */
function UserNotFound({ username, answer }: WhyEmptyProps) {
  const isPossible = REDDIT_NAME.test(username);
  const isArchive = isPossible && answer?.source === "archive";
  return (
    <>
      {answer && isPossible && <SourceNote answer={answer} username={username} />}
      <EmptyState
        heading="h1"
        icon="user"
        title="User Not Found"
        action={isArchive ? <NextSteps username={username} /> : <NextSteps />}
      >
        <p>The user &quot;u/{username}&quot; could not be found on Reddit.</p>
        <p className="mt-2 text-sm">
          {isArchive
            ? "Our source is an archive of Reddit and does not know it. It may be misspelt, or have no posts there."
            : "It may be misspelt, deleted or hidden by Reddit. Check the name and search again."}
        </p>
      </EmptyState>
    </>
  );
}

function Removed({ username }: { username: string }) {
  return (
    <RemovedSection
      username={username}
      action={
        <>
          <NextSteps />
          <Link to={paths.contact()} className={buttonClass("secondary")}>
            Contact us
          </Link>
        </>
      }
    />
  );
}

/** Where the archive is the only source, nothing says why it lists no posts of a user who has karma (decision 122). */
function Hidden({ username, isArchive }: { username: string; isArchive: boolean }) {
  return (
    <EmptyState
      icon={isArchive ? "image" : "eyeOff"}
      title={isArchive ? "No posts to display" : "This profile is hidden"}
      action={<NextSteps username={username} />}
    >
      <p>
        {isArchive
          ? `Our source, an archive of Reddit, knows u/${username} but lists none of their posts.`
          : `u/${username} keeps their posts out of sight on Reddit. We respect that.`}
      </p>
      <p className="mt-2 text-sm">Their profile on Reddit may say more. Or search another name.</p>
    </EmptyState>
  );
}

function Reason({ username, answer }: WhyEmptyProps) {
  if (!answer?.userExists) return <UserNotFound username={username} answer={answer} />;
  if (answer.profileState === "removed") return <Removed username={username} />;
  if (answer.profileState === "suspended") {
    return (
      <EmptyState icon="warning" title="Account suspended" action={<NextSteps />}>
        <p>Reddit has suspended u/{username}, so there are no posts to show.</p>
        <p className="mt-2 text-sm">Search another name, or look at who has the most hearts.</p>
      </EmptyState>
    );
  }
  if (answer.profileState === "hidden")
    return <Hidden username={username} isArchive={answer.source === "archive"} />;
  return (
    <EmptyState icon="image" title="No posts to display" action={<NextSteps username={username} />}>
      <p>{withoutMedia(username, answer.source)}</p>
    </EmptyState>
  );
}

function withoutMedia(username: string, source: ListingAnswer["source"]): string {
  const media = "pictures, galleries, GIFs or videos";
  if (source === "archive")
    return `Our source, an archive of Reddit, has no ${media} by u/${username}.`;
  // The companion is not told of posts in private communities.
  return `u/${username} ${source === "companion" ? "has no public" : "has not posted any"} ${media}.`;
}

/** Explains why a creator has no posts to show. */
export function WhyEmpty({ username, answer }: WhyEmptyProps) {
  if (username === "") return <InvalidUser />;
  // Without the role, screen readers do not announce the result of a search.
  return (
    <div role="alert">
      <Reason username={username} answer={answer} />
    </div>
  );
}

import type { SavedUser } from "#schema/api/saved.ts";
import { HeartButton } from "#web/features/hearts/heart-button.tsx";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { SavedList } from "./saved-list.tsx";
import { useSavedUsers } from "./saved.queries.ts";

function SavedUserCard({ user }: { user: SavedUser }) {
  const { username, displayName, avatarUrl, heartCount } = user;
  return (
    <article
      aria-label={`u/${username}`}
      className="relative flex h-full min-h-19 items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 max-[18rem]:flex-wrap transition-colors hover:border-edge"
    >
      <Avatar url={avatarUrl} name={username} size={44} />
      <div className="min-w-0 flex-1 text-left">
        <Link to={paths.user(username)} className="after:absolute after:inset-0 after:rounded-card">
          <span className="block font-semibold">u/{username}</span>
          {displayName && (
            <span dir="auto" className="block truncate text-sm text-quiet">
              {displayName}
            </span>
          )}
        </Link>
      </div>
      <div className="relative max-[18rem]:basis-full">
        <HeartButton type="user" id={username} initialCount={heartCount} name={`u/${username}`} />
      </div>
    </article>
  );
}

export function SavedUsers() {
  const query = useSavedUsers();
  const users = query.data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <SavedList
      kind="users"
      query={query}
      count={users.length}
      hint="Press the heart of a creator you like, and find them here again."
      onRetry={query.refetch}
      cardClass="min-h-19"
      gridClass="grid grid-cols-1 gap-3 md:grid-cols-2"
    >
      {users.map((user) => (
        <li key={user.id}>
          <SavedUserCard user={user} />
        </li>
      ))}
    </SavedList>
  );
}

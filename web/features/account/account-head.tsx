import type { AccountUser } from "#schema/api/auth.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { LogoutButton } from "./logout-button.tsx";

const memberSince = new Intl.DateTimeFormat("en", { month: "long", year: "numeric" });

export function AccountHead({ user }: { user: AccountUser }) {
  const name = user.displayName ?? user.username;
  return (
    <header className="flex items-center gap-3 max-[18rem]:flex-wrap sm:gap-4">
      <div className="max-phone:hidden">
        <Avatar url={null} name={name} size={56} />
      </div>
      <div className="min-w-0 flex-1 max-[18rem]:basis-full">
        <h1
          dir="auto"
          className="line-clamp-4 text-left font-display text-lg font-extrabold sm:text-xl"
        >
          {name}
        </h1>
        <p className="relative text-sm text-quiet">
          @{user.username}
          <span className="max-sm:sr-only">
            {" · "}here since {memberSince.format(new Date(user.createdAt))}
          </span>
        </p>
      </div>
      <LogoutButton />
    </header>
  );
}

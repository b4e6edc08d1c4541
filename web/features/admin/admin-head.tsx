import type { ReactNode } from "react";
import { cx } from "#view/cx.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#view/icon.tsx";
import { useAdminLogout } from "./admin.mutations.ts";

/** For links in the head: on a phone their text is aligned with the title. */
export const headLinkClass = cx(buttonClass("ghost"), "max-sm:pr-3 max-sm:pl-0");

export function AdminHead({ title, children }: { title: string; children: ReactNode }) {
  const { mutate: logout } = useAdminLogout();
  return (
    <header className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <h1 className="font-display text-xl font-extrabold">{title}</h1>
      <div className="flex flex-wrap gap-y-1 sm:gap-3">
        {children}
        <Button tone="secondary" onClick={() => logout()}>
          <Icon name="logout" size={18} />
          Logout
        </Button>
      </div>
    </header>
  );
}

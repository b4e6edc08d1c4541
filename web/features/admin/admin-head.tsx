import type { ReactNode } from "react";
import { cx } from "#view/cx.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#view/icon.tsx";
import { useAdminLogout } from "./admin.mutations.ts";

/** Of a link in the head: on a phone its text begins where the title does. */
export const headLinkClass = cx(buttonClass("ghost"), "max-sm:pr-3 max-sm:pl-0");

/** The head of an admin page: its title, its links, and Logout. */
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

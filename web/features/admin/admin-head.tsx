import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icons.tsx";
import { logOutAdmin } from "./admin.actions.ts";
import { adminMessages } from "./admin.messages.ts";

export function AdminHead() {
  const client = useQueryClient();

  function logout() {
    void logOutAdmin(client);
    showToast(adminMessages.loggedOut);
  }

  return (
    <header className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <h1 className="font-display text-xl font-extrabold">Admin</h1>
      <div className="flex gap-3">
        <Link to={paths.home()} className={buttonClass("ghost")}>
          Back to Home
        </Link>
        <Button tone="secondary" onClick={logout}>
          <Icon name="logout" size={18} />
          Logout
        </Button>
      </div>
    </header>
  );
}

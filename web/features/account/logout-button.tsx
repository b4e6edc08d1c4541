import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { authMessages } from "#web/features/auth/auth.messages.ts";
import { signOut } from "#web/features/auth/session.actions.ts";
import { tellFailure } from "#web/features/toasts/tell-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icons.tsx";

export function LogoutButton({ onBeforeLeave }: { onBeforeLeave: () => void }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function logout() {
    setBusy(true);
    try {
      onBeforeLeave();
      await signOut(client);
      showToast({ title: authMessages.loggedOut });
    } catch (error) {
      tellFailure(error, authMessages.logoutFailed);
      setBusy(false);
    }
  }

  return (
    <Button tone="secondary" disabled={isBusy} onClick={() => void logout()}>
      <Icon name="logout" size={18} />
      Logout
    </Button>
  );
}

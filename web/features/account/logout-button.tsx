import { Button } from "#web/ui/button.tsx";
import { Icon } from "#view/icon.tsx";
import { useLogout } from "./account.mutations.ts";

export function LogoutButton({ onBeforeLeave }: { onBeforeLeave: () => void }) {
  const { mutate: logout, isPending } = useLogout(onBeforeLeave);
  return (
    <Button tone="secondary" aria-disabled={isPending} onClick={() => isPending || logout()}>
      <Icon name="logout" size={18} />
      Logout
    </Button>
  );
}

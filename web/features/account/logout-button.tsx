import { Button } from "#web/ui/button.tsx";
import { Icon } from "#view/icon.tsx";
import { useLogout } from "./account.mutations.ts";

export function LogoutButton() {
  const { mutate: logout, isPending } = useLogout();
  return (
    <Button tone="secondary" aria-disabled={isPending} onClick={() => isPending || logout()}>
      <Icon name="logout" size={18} />
      Logout
    </Button>
  );
}

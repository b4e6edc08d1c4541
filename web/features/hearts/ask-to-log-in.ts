import { reportAuthLost } from "#web/api/auth-lost.ts";
import { dismissToast, showToast } from "#web/features/toasts/toast-store.ts";
import { paths } from "#web/paths.ts";
import { followFromToast } from "./follow-from-toast.ts";
import type { HeartTarget } from "./heart-cache.ts";
import { heartMessages } from "./hearts.messages.ts";

function logIn(): void {
  dismissToast();
  reportAuthLost("none");
}

/** The answer to a signed-out visitor's heart. For creators, the toast offers to follow on this device. */
export function askToLogIn({ type, id }: HeartTarget): void {
  const { title, [type]: description } = heartMessages.signedOut;
  const follow = { ...heartMessages.followHere, onPress: () => followFromToast(id) };
  // A session that has ended opens the login page itself.
  const login =
    location.pathname === paths.login() ? undefined : { ...heartMessages.logIn, onPress: logIn };
  const action = type === "user" ? follow : login;
  showToast({ title, description, tone: "destructive", action });
}

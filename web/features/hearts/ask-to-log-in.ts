import { reportAuthLost } from "#web/api/auth-lost.ts";
import { dismissToast, showToast } from "#web/features/toasts/toast-store.ts";
import { paths } from "#web/paths.ts";
import { followFromToast } from "./follow-from-toast.ts";
import type { HeartTarget } from "./heart-cache.ts";
import { logInMessages } from "./log-in.messages.ts";

function logIn(): void {
  dismissToast();
  reportAuthLost("none");
}

/** Imported at a signed-out visitor's first press of a heart. Creators can be followed without an account instead. */
export function askToLogIn({ type, id }: HeartTarget): void {
  const { title, [type]: description } = logInMessages.authentication;
  const follow = { ...logInMessages.follow, onPress: () => followFromToast(id) };
  // After the end of a session the login page is already open.
  const login =
    location.pathname === paths.login() ? undefined : { ...logInMessages.logIn, onPress: logIn };
  const action = type === "user" ? follow : login;
  showToast({ title, description, tone: "destructive", action });
}

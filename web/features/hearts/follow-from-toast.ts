import { MAX_FOLLOWED } from "#schema/max-followed.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { areFollowsStored, followOnDevice } from "./device-follows.ts";

export function followFromToast(name: string): void {
  const outcome = followOnDevice(name);
  if (outcome === "full") {
    showToast({
      title: "Not followed",
      description: `A device has room for ${MAX_FOLLOWED} creators. Unfollow one on the Following page first.`,
      tone: "destructive",
    });
    return;
  }
  if (!areFollowsStored()) {
    showToast({
      title: "Followed in this tab only",
      description: `Your browser did not store it. Until the tab is reloaded or closed, u/${name} is on the Following page, linked at the end of each page.`,
    });
    return;
  }
  showToast({
    title: outcome === "followed" ? "Followed on this device" : "Followed already",
    description: `The newest posts of u/${name} are on the Following page, linked at the end of each page.`,
    tone: "success",
  });
}

import { useEffect, useState } from "react";
import { queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PresentationStyle, Preferences } from "#schema/api/preferences.ts";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";
import { queryKeys } from "#schema/queries.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

interface Override {
  blur: boolean | null;
  style: PresentationStyle | null;
}

const NONE: Override = { blur: null, style: null };

/** Its key is below that of the preferences, so that a change of account or of preferences removes it. */
const overrideQuery = () =>
  queryOptions<Override>({
    queryKey: queryKeys.viewOverride(),
    queryFn: skipToken,
    gcTime: Infinity,
  });

/** app/first.js reads this key before the first paint. */
const STORAGE_KEY = "pictures";

function readChoice(): "shown" | "covered" | null {
  const value = readStored("local", STORAGE_KEY);
  return value === "shown" || value === "covered" ? value : null;
}

/**
 * A page that comes before its session shows the device's choice first: for a member who blurs pictures it would be
 * uncovered. So their preference takes back an earlier choice to uncover.
 */
function useCoveredForMember(preferences: Preferences): void {
  // The defaults can stand for preferences that are not known yet.
  const isBlurWanted = preferences !== DEFAULT_PREFERENCES && preferences.blurEnabled;
  useEffect(() => {
    if (isBlurWanted && readChoice() === "shown") writeStored("local", STORAGE_KEY, null);
  }, [isBlurWanted]);
}

/**
 * The preferences, overridden for this visit by the feed's toggles, which are not saved. A signed-out visitor's choice
 * to uncover pictures is saved on the device.
 */
export function useFeedView(preferences: Preferences, isSignedIn: boolean) {
  const client = useQueryClient();
  const [isOffered, setOffered] = useState(!isSignedIn && readChoice() === null);
  useCoveredForMember(preferences);
  const { blur, style } = useQuery(overrideQuery()).data ?? NONE;
  const change = (next: Partial<Override>) =>
    void client.setQueryData(overrideQuery().queryKey, (before = NONE) => ({ ...before, ...next }));
  const choice = isSignedIn ? null : readChoice();
  const isCovered = blur ?? (choice ? choice === "covered" : preferences.blurEnabled);

  /** For this visit. Covering takes back an earlier choice to uncover, so that the next visit is covered too. */
  function setBlur(isWanted: boolean): void {
    if (isWanted && readChoice() === "shown") writeStored("local", STORAGE_KEY, "covered");
    change({ blur: isWanted });
  }
  function uncoverPictures(): void {
    writeStored("local", STORAGE_KEY, "shown");
    setOffered(false);
    change({ blur: false });
  }
  return {
    blur: isCovered,
    style: style ?? preferences.searchPresentationStyle,
    setBlur,
    setStyle: (value: PresentationStyle) => change({ style: value }),
    uncoverPictures: isCovered && !isSignedIn && choice === null ? uncoverPictures : null,
    /** The offer was shown before the session was known: its empty line stays, so that the feed does not move. */
    hasOfferRoom: isSignedIn && isOffered,
  };
}

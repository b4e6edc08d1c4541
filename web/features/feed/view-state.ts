import { useState } from "react";
import { queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PresentationStyle, Preferences } from "#schema/api/preferences.ts";
import { queryKeys } from "#schema/queries.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

interface Override {
  blur: boolean | null;
  style: PresentationStyle | null;
}

const NONE: Override = { blur: null, style: null };

/** Below the key of the preferences, so that a change of the user ends it; a change of the preferences does too. */
const overrideQuery = () =>
  queryOptions<Override>({
    queryKey: queryKeys.viewOverride(),
    queryFn: skipToken,
    gcTime: Infinity,
  });

/** app/first.js reads it before the first paint of the next visit. */
const STORAGE_KEY = "pictures";

function readChoice(): "shown" | "covered" | null {
  const value = readStored("local", STORAGE_KEY);
  return value === "shown" || value === "covered" ? value : null;
}

/**
 * The preferences, overridden by the feed's own toggles for this visit; those are not saved. A visitor
 * without an account can uncover the pictures once for this device.
 */
export function useFeedView(preferences: Preferences, isSignedIn: boolean) {
  const client = useQueryClient();
  const [wasSignedIn] = useState(isSignedIn);
  const { blur, style } = useQuery(overrideQuery()).data ?? NONE;
  const change = (next: Partial<Override>) =>
    void client.setQueryData(overrideQuery().queryKey, (before = NONE) => ({ ...before, ...next }));
  const choice = isSignedIn ? null : readChoice();
  const isBlurred = blur ?? (choice ? choice === "covered" : preferences.blurEnabled);

  /** The toggle is for this visit. It takes back an earlier choice to uncover, so that the next visit is covered. */
  function setBlur(isWanted: boolean): void {
    if (isWanted && readChoice() === "shown") writeStored("local", STORAGE_KEY, "covered");
    change({ blur: isWanted });
  }
  function uncoverPictures(): void {
    writeStored("local", STORAGE_KEY, "shown");
    change({ blur: false });
  }
  return {
    blur: isBlurred,
    style: style ?? preferences.searchPresentationStyle,
    setBlur,
    setStyle: (value: PresentationStyle) => change({ style: value }),
    uncoverPictures: isBlurred && !isSignedIn && choice === null ? uncoverPictures : null,
    /** The offer was shown before the session was known: its line stays, empty, so that the feed does not move. */
    hasOfferRoom: isSignedIn && !wasSignedIn && readChoice() === null,
  };
}

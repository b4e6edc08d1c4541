import { useEffect } from "react";
import { rememberSearch } from "./recent-searches.ts";

export function useRememberSearch(username: string | null): void {
  useEffect(() => {
    if (username) rememberSearch(username);
  }, [username]);
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queryKeys } from "#schema/queries.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { plural } from "#web/lib/format-count.ts";
import { takeOverFollows } from "./take-over.ts";

/** Gives a heart to each creator followed on this device; `current` is the name in progress. */
export function useTakeOver(names: readonly string[]) {
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const mutation = useMutation({
    mutationFn: () => takeOverFollows(client, names, setCurrent),
    onSuccess: ({ added }) => {
      if (added === 0) return;
      const title = `${plural(added, "creator")} added to your account`;
      showToast({ title, description: "They have your heart.", tone: "success" });
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.following(), queryKeys.saved("users")].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return { ...mutation, current };
}

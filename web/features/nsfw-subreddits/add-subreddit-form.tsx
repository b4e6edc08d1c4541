import { type FormEvent, useState } from "react";
import { normaliseSubredditName, nsfwSubredditRequest } from "#schema/api/nsfw-subreddits.ts";
import { failureSentence, isSignedOut } from "#web/api/api-error.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { checked } from "#web/lib/form-values.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { nsfwMessages } from "./nsfw-subreddits.messages.ts";
import { useAddSubreddit } from "./nsfw-subreddits.queries.ts";

export function AddSubredditForm() {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const add = useAddSubreddit();
  const isEmpty = normaliseSubredditName(typed) === "";

  function failed(reason: Error) {
    if (isSignedOut(reason)) return;
    const sentence = failureSentence(reason, nsfwMessages.addFailed);
    if (sentence.includes("already exists")) setError(nsfwMessages.alreadyListed);
    else showToast({ title: sentence, tone: "destructive" });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isEmpty || add.isPending) return;
    const { data, errors } = checked(nsfwSubredditRequest, { name: typed });
    if (!data) return setError(errors["name"] ?? null);
    add.mutate(data.name, { onSuccess: () => setTyped(""), onError: failed });
  }

  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-3">
      <div className="max-w-sm flex-1">
        <TextField
          label="Add a subreddit"
          hint="With or without r/ in front"
          error={error}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          onChange={(event) => {
            setTyped(event.target.value);
            setError(null);
          }}
        />
      </div>
      <Button type="submit" disabled={isEmpty || add.isPending} className="mt-6.5">
        {add.isPending ? "Adding..." : "Add"}
      </Button>
    </form>
  );
}

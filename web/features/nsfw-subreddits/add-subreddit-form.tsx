import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { normaliseSubredditName, nsfwSubredditRequest } from "#schema/api/nsfw-subreddits.ts";
import { announceError } from "#web/lib/announce-error.ts";
import type { FormDraft } from "#web/lib/form-draft.ts";
import { checkForm } from "#web/lib/form-values.ts";
import { Button } from "#web/ui/button.tsx";
import { asTyped, TextField } from "#web/ui/field.tsx";
import { nsfwMessages } from "./nsfw-subreddits.messages.ts";
import { isAlreadyListed, useAddSubreddit } from "./nsfw-subreddits.mutations.ts";

export function AddSubredditForm({ draft }: { draft: FormDraft }) {
  const [typed, setTyped] = useState(draft.read("name") ?? "");
  const [error, setError] = useState<string | null>(null);
  const add = useAddSubreddit();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (error) announceError(input.current);
  }, [error]);
  const isEmpty = normaliseSubredditName(typed) === "";

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isEmpty || add.isPending) return;
    const { data, errors } = checkForm(nsfwSubredditRequest, { name: typed });
    setError(errors?.["name"] ?? null);
    if (!data) return;
    const clearUnchanged = draft.clearLater();
    try {
      await add.mutateAsync(data.name);
      // The empty field disables the button, which would lose the focus.
      if (form.contains(document.activeElement)) input.current?.focus();
      // Keeps the next name if it was typed meanwhile.
      if (clearUnchanged()) setTyped("");
    } catch (reason) {
      if (isAlreadyListed(reason)) setError(nsfwMessages.alreadyListed);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-3">
      <div className="max-w-sm flex-1">
        <TextField
          ref={input}
          label="Add a subreddit"
          hint="With or without r/ in front"
          error={error}
          value={typed}
          autoComplete="off"
          {...asTyped}
          enterKeyHint="done"
          onChange={(event) => {
            setTyped(event.target.value);
            draft.keep({ name: event.target.value });
            setError(null);
          }}
        />
      </div>
      <Button type="submit" disabled={isEmpty} aria-disabled={add.isPending} className="mt-6.5">
        {add.isPending ? "Adding..." : "Add"}
      </Button>
    </form>
  );
}

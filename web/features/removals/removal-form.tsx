import { useState } from "react";
import { trimmedLength } from "#schema/api/fields.ts";
import {
  type RemovalKind,
  type RemovalEntryRequest,
  removalEntryRequest,
} from "#schema/api/removals.ts";
import { formFailure, isSignedOut } from "#web/api/api-error.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import type { FormDraft } from "#web/lib/form-draft.ts";
import { type FormCheck, checkForm, type FormValues } from "#web/lib/form-values.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { asTyped, TextAreaField, TextField } from "#web/ui/field.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Select } from "#web/ui/select.tsx";
import { KIND_OPTIONS, REASON_OPTIONS } from "./removal-labels.ts";
import { removalMessages } from "./removals.messages.ts";
import { isAlreadyRemoved, useAddRemoval } from "./removals.mutations.ts";

const KEY_FIELDS: Record<RemovalKind, { label: string; hint: string }> = {
  user: { label: "Username", hint: "With or without u/, or the address of the profile" },
  post: { label: "Post", hint: "Its address here or at Reddit, or its id" },
  subreddit: { label: "Community", hint: "With or without r/, or its address" },
};

/** Sends the typed text instead of the parsed key: only the server can turn an account's id into its name. */
function check(values: FormValues): FormCheck<RemovalEntryRequest> {
  const { errors } = checkForm(removalEntryRequest, values);
  return errors ? { errors } : { data: values as unknown as RemovalEntryRequest };
}

function failureOf(error: unknown) {
  if (!isAlreadyRemoved(error)) return formFailure(error, removalMessages.addFailed);
  return { fields: { key: removalMessages.exists }, general: removalMessages.exists };
}

interface RemovalFormProps {
  /** Fills the form, and keeps typed values while the login replaces it. */
  draft: FormDraft;
  /** Whether to focus the key, for the next entry after a saved one. */
  isNext: boolean;
  onAdded: () => void;
  /** Called if the list already has the key. */
  onExisting: (typed: Pick<RemovalEntryRequest, "kind" | "key">) => void;
}

export function RemovalForm({ draft, isNext, onAdded, onExisting }: RemovalFormProps) {
  const [kind, setKind] = useState((draft.read("kind") ?? "user") as RemovalKind);
  const [length, setLength] = useState(trimmedLength(draft.read("note") ?? ""));
  const add = useAddRemoval();
  const { form, field, general, isSubmitting } = useForm({
    draft,
    check,
    send: async (body, element) => {
      try {
        await add.mutateAsync(body);
        // Not if its page was left: `onAdded` would lead back to it.
        if (element.isConnected) onAdded();
      } catch (error) {
        if (isAlreadyRemoved(error)) onExisting(body);
        // A form whose page was left cannot show it.
        else if (!element.isConnected && !isSignedOut(error))
          showFailure(error, removalMessages.addFailed);
        throw error;
      }
    },
    failure: failureOf,
  });

  return (
    <form {...form} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...field("kind")}
          label="Kind"
          options={KIND_OPTIONS}
          defaultValue={kind}
          onChange={(event) => setKind(event.target.value as RemovalKind)}
        />
        <Select
          {...field("reason")}
          label="Reason"
          options={REASON_OPTIONS}
          defaultValue={draft.read("reason") ?? "person"}
        />
      </div>
      <TextField
        {...field("key")}
        {...KEY_FIELDS[kind]}
        autoComplete="off"
        {...asTyped}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only after an entry was saved
        autoFocus={isNext}
      />
      <TextAreaField
        {...field("note")}
        label="Note (optional)"
        hint={`Only admins see it. ${length} of 1000 characters`}
        onChange={(event) => setLength(trimmedLength(event.target.value))}
      />
      <FormError>{general}</FormError>
      <Button type="submit" disabled={isSubmitting} className="self-start max-sm:self-stretch">
        {isSubmitting ? "Removing..." : "Remove"}
      </Button>
    </form>
  );
}

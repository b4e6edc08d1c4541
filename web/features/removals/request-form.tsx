import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { trimmedLength } from "#schema/api/fields.ts";
import { type RemovalKind, removalContactRequest } from "#schema/api/removals.ts";
import { formFailure } from "#web/api/api-error.ts";
import { useOwnDraft } from "#web/features/auth/use-own-draft.ts";
import { checkForm, type FormValues } from "#web/lib/form-values.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { asTyped, TextAreaField, TextField } from "#web/ui/field.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Select } from "#web/ui/select.tsx";
import { Icon } from "#view/icon.tsx";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { removalMessages } from "./removals.messages.ts";
import { useRequestRemoval } from "./removals.mutations.ts";
import { requestDraft } from "./request-draft.ts";

const KINDS: { value: RemovalKind; label: string }[] = [
  { value: "post", label: "One post" },
  { value: "user", label: "Everything of one account" },
  { value: "subreddit", label: "A community" },
];

const LINKS: Record<RemovalKind, { label: string; hint: string }> = {
  post: {
    label: "Link of the post",
    hint: "Its address here or at Reddit. If there are several, add the others below",
  },
  user: { label: "Username", hint: "The name at Reddit, or a link to the account" },
  subreddit: { label: "Community", hint: "Its name at Reddit, or a link to it" },
};

/** Shows the answer in place of the open form; null while none is open. */
let showReceived: ((message: string) => void) | null = null;

const isTicked = (value: string | undefined) => value === "on";

const check = ({ minor, ...values }: FormValues) =>
  checkForm(removalContactRequest, { ...values, minor: isTicked(minor) });

type FormState = ReturnType<typeof useForm>;

function Fields({ field, hasFocus }: Pick<FormState, "field"> & { hasFocus: boolean }) {
  const [kind, setKind] = useState((requestDraft.read("kind") ?? "post") as RemovalKind);
  const [length, setLength] = useState(trimmedLength(requestDraft.read("why") ?? ""));
  const { error: _none, defaultValue: minorTyped, ...minor } = field("minor");
  return (
    <>
      <Select
        {...field("kind")}
        label="What should be removed?"
        options={KINDS}
        defaultValue={kind}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only after "Send another" has left the page
        autoFocus={hasFocus}
        onChange={(event) => setKind(event.target.value as RemovalKind)}
      />
      <TextField {...field("link")} {...LINKS[kind]} autoComplete="off" {...asTyped} />
      <TextAreaField
        {...field("why")}
        label="Why?"
        hint={`“It is my account” or “It shows me” is enough. ${length} of 2000 characters, at least 10`}
        onChange={(event) => setLength(trimmedLength(event.target.value))}
      />
      <TextField
        {...field("email")}
        label="Email (optional)"
        type="email"
        autoComplete="email"
        hint="Only for an answer. Without it we cannot tell you what we did"
      />
      <Checkbox
        {...minor}
        label="It shows someone under 18, or someone who did not agree to it"
        defaultChecked={isTicked(minorTyped)}
      />
    </>
  );
}

/** Replaces the form and takes the focus. */
function SentNote({ message, onAnother }: { message: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <h3
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-2 font-semibold outline-none"
      >
        <Icon name="check" className="shrink-0 text-jade" />
        Request received
      </h3>
      <p className="mt-2 text-sm text-quiet">{message}</p>
      <Button tone="secondary" className="mt-4" onClick={onAnother}>
        Send another
      </Button>
    </div>
  );
}

/** `children` stand below the button. */
export function RemovalRequestForm({ children }: { children: ReactNode }) {
  return <Form key={useOwnDraft(requestDraft)}>{children}</Form>;
}

function Form({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<string | null>(null);
  const [isAnother, setAnother] = useState(false);
  useLayoutEffect(() => {
    showReceived = setMessage;
    return () => void (showReceived = null);
  }, []);
  const send = useRequestRemoval();
  const { form, field, general, isSubmitting } = useForm({
    draft: requestDraft,
    check,
    send: async (body, element) => {
      const submissionId = requestDraft.submissionIdOf(body);
      const clearSent = requestDraft.clearLater();
      const answer = await send.mutateAsync({ ...body, submissionId }).catch((error: unknown) => {
        // A form whose page was left cannot show it.
        if (!element.isConnected) showFailure(error, removalMessages.requestFailed);
        throw error;
      });
      // The form may have been left meanwhile, and opened again with the same words or with others.
      if (clearSent() && showReceived) showReceived(answer.message);
      else showToast({ ...removalMessages.received, description: answer.message, tone: "success" });
    },
    failure: (error) => formFailure(error, removalMessages.requestFailed),
  });
  const startAnother = () => {
    setMessage(null);
    setAnother(true);
  };
  if (message !== null) return <SentNote message={message} onAnother={startAnother} />;
  return (
    <form
      {...form}
      aria-label="Removal request"
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <Fields field={field} hasFocus={isAnother} />
      <FormError>{general}</FormError>
      <Button type="submit" disabled={isSubmitting} className="self-start max-sm:self-stretch">
        {isSubmitting ? "Sending..." : "Send Request"}
      </Button>
      {children}
    </form>
  );
}

import { useLayoutEffect, useState } from "react";
import { FEEDBACK_TYPES, feedbackRequest } from "#schema/api/feedback.ts";
import { trimmedLength } from "#schema/api/fields.ts";
import { formFailure } from "#web/api/api-error.ts";
import { useOwnDraft } from "#web/features/auth/use-own-draft.ts";
import { checkForm } from "#web/lib/form-values.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { TextAreaField, TextField } from "#web/ui/field.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Select } from "#web/ui/select.tsx";
import { feedbackDraft } from "./feedback-draft.ts";
import { typeLabels } from "./feedback-labels.ts";
import { feedbackMessages } from "./feedback.messages.ts";
import { useSubmitFeedback } from "./feedback.mutations.ts";

/** Closes the open form; null while none is open. */
let closeOpenForm: (() => void) | null = null;

const TYPES = FEEDBACK_TYPES.map((value) => ({ value, label: typeLabels[value] }));

export function FeedbackForm({ onClose }: { onClose: () => void }) {
  return <Form key={useOwnDraft(feedbackDraft)} onClose={onClose} />;
}

function Form({ onClose }: { onClose: () => void }) {
  const [length, setLength] = useState(trimmedLength(feedbackDraft.read("description") ?? ""));
  const submit = useSubmitFeedback();
  const { form, field, general, isSubmitting } = useForm({
    draft: feedbackDraft,
    check: (values) => checkForm(feedbackRequest, { ...values, url: location.href.slice(0, 2000) }),
    send: async (body) => {
      // The form is on every page: the same words from another page are the same submission.
      const { url: _page, ...words } = body;
      const clearSent = feedbackDraft.clearLater();
      await submit.mutateAsync({ ...body, submissionId: feedbackDraft.submissionIdOf(words) });
      // The form may have been closed meanwhile, and opened again with the same words or with others.
      if (clearSent()) closeOpenForm?.();
    },
    failure: (error) => formFailure(error, feedbackMessages.submitFailed),
  });
  useLayoutEffect(() => {
    closeOpenForm = onClose;
    return () => void (closeOpenForm = null);
  }, [onClose]);

  return (
    <form {...form} className="flex flex-col gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          {...field("type")}
          label="Type"
          options={TYPES}
          defaultValue={feedbackDraft.read("type") ?? "general"}
        />
        <TextField {...field("email")} label="Email (optional)" type="email" autoComplete="email" />
      </div>
      <TextField {...field("title")} label="Title" autoComplete="off" />
      <TextAreaField
        {...field("description")}
        label="Description"
        hint={`${length} of 2000 characters, at least 10`}
        onChange={(event) => setLength(trimmedLength(event.target.value))}
      />
      <FormError isInToast>{general}</FormError>
      <div className="flex flex-wrap justify-end gap-3 max-xs:[&>*]:flex-1">
        <Button
          tone="secondary"
          onClick={() => {
            feedbackDraft.clear();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? "Submitting..." : "Submit Feedback"}
        </Button>
      </div>
    </form>
  );
}

import { useState } from "react";
import { type FeedbackResponse, feedbackRequest } from "#schema/api/feedback.ts";
import { codePoints } from "#schema/api/fields.ts";
import { request } from "#web/api/client.ts";
import { tellFormFailure } from "#web/features/toasts/tell-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { checked, valuesOf } from "#web/lib/form-values.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { TextAreaField, TextField } from "#web/ui/field.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Select } from "#web/ui/select.tsx";
import { feedbackDraft } from "./feedback-draft.ts";
import { optionsOf, typeLabels } from "./feedback-labels.ts";
import { feedbackMessages } from "./feedback.messages.ts";

const TYPES = optionsOf(typeLabels);

async function send(body: object) {
  try {
    await request<FeedbackResponse>("/api/feedback", { method: "POST", body });
  } catch (error) {
    return tellFormFailure(error, { title: feedbackMessages.submitFailed });
  }
  showToast({ ...feedbackMessages.submitted, tone: "success" });
  return null;
}

export function FeedbackForm({ onClose }: { onClose: () => void }) {
  const [length, setLength] = useState(codePoints(feedbackDraft.read("description") ?? ""));
  const { form, field, general, isSubmitting } = useForm({
    check: (values) => checked(feedbackRequest, { ...values, url: location.href.slice(0, 2000) }),
    send: async (body, element) => {
      const failure = await send(body);
      if (failure) return failure;
      feedbackDraft.clear();
      element.reset();
      onClose();
      return null;
    },
  });

  return (
    <form
      {...form}
      onInput={(event) => {
        form.onInput(event);
        const values = valuesOf(event.currentTarget);
        feedbackDraft.keep(values);
        setLength(codePoints(values["description"] ?? ""));
      }}
      className="flex flex-col gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...field("type")}
          label="Type"
          options={TYPES}
          defaultValue={feedbackDraft.read("type") ?? "general"}
        />
        <TextField
          {...field("email")}
          label="Email (optional)"
          type="email"
          autoComplete="email"
          defaultValue={feedbackDraft.read("email")}
        />
      </div>
      <TextField
        {...field("title")}
        label="Title"
        autoComplete="off"
        defaultValue={feedbackDraft.read("title")}
      />
      <TextAreaField
        {...field("description")}
        label="Description"
        hint={`${length} of 2000 characters, at least 10`}
        defaultValue={feedbackDraft.read("description")}
      />
      <FormError>{general}</FormError>
      <div className="flex flex-wrap justify-end gap-3">
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

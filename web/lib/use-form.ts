import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import type { FormDraft } from "./form-draft.ts";
import {
  type FormCheck,
  CONFIRMATION,
  CONFIRMED,
  type FieldErrors,
  type FormValues,
  readForm,
} from "./form-values.ts";
import { announceError } from "./announce-error.ts";

export interface FormFailure {
  /** By input name. If no name has an input, `general` is shown instead. */
  fields: FieldErrors;
  general: string;
}

interface UseFormOptions<T> {
  /** Fills in the form, and keeps what is typed. */
  draft?: FormDraft;
  check: (values: FormValues) => FormCheck<T>;
  send: (data: T, form: HTMLFormElement) => Promise<unknown>;
  /** Turns the error of `send` into the sentences to show. */
  failure: (error: unknown) => FormFailure;
}

function assignFailure(form: HTMLFormElement, { fields, general }: FormFailure) {
  const isInput = (name: string) => form.elements.namedItem(name) !== null;
  const known = Object.entries(fields).filter(([name]) => isInput(name));
  return { errors: Object.fromEntries(known), general: known.length > 0 ? null : general };
}

/**
 * A submit disables the inputs, which takes the focus from them. A failure moves it to the first invalid input, else
 * back to where it was.
 */
function useFailures() {
  const form = useRef<HTMLFormElement>(null);
  const lastFocus = useRef<Element | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [general, setGeneral] = useState<string | null>(null);
  const [failures, setFailures] = useState(0);

  useLayoutEffect(() => {
    if (failures === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    const target = invalid ?? lastFocus.current;
    if (target === document.activeElement) announceError(target);
    else if (target instanceof HTMLElement) target.focus();
  }, [failures]);

  function fail(next: FieldErrors, sentence: string | null) {
    setErrors(next);
    setGeneral(sentence);
    setFailures((count) => count + 1);
  }

  function clear() {
    lastFocus.current = document.activeElement;
    setErrors({});
    setGeneral(null);
  }

  function edited(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    const gone = CONFIRMED.includes(name) ? [name, CONFIRMATION] : [name];
    if (gone.some((one) => errors[one])) {
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([one]) => !gone.includes(one))),
      );
    }
  }

  return { form, errors, general, fail, clear, edited };
}

/**
 * Uncontrolled, because autofill and password managers work best with inputs that keep their own values. An edit of
 * either password also removes the error of the repeated one.
 */
export function useForm<T>({ draft, check, send, failure }: UseFormOptions<T>) {
  const { form, errors, general, fail, clear, edited } = useFailures();
  const isBusy = useRef(false);
  const [isSubmitting, setSubmitting] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (isBusy.current) return;
    const { data, errors: found } = check(readForm(element));
    if (found) return fail(found, null);
    isBusy.current = true;
    clear();
    setSubmitting(true);
    try {
      await send(data, element);
    } catch (error) {
      const shown = assignFailure(element, failure(error));
      fail(shown.errors, shown.general);
    } finally {
      isBusy.current = false;
      setSubmitting(false);
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    edited(event);
    draft?.keep(readForm(event.currentTarget));
  }

  return {
    isSubmitting,
    general,
    form: { ref: form, noValidate: true, onSubmit: submit, onInput },
    field: (name: string) => ({
      name,
      error: errors[name],
      disabled: isSubmitting,
      defaultValue: draft?.read(name),
    }),
  };
}

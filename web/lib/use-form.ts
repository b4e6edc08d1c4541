import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Checked, type FieldErrors, type FormValues, valuesOf } from "./form-values.ts";

export interface FormFailure {
  /** By input name; a name the form has no input for joins the general error. */
  fields: FieldErrors;
  general: string;
}

interface UseFormOptions<T> {
  check: (values: FormValues) => Checked<T>;
  /** Sends it. A failure to show is returned; null when all went well. */
  send: (data: T, form: HTMLFormElement) => Promise<FormFailure | null>;
}

function split(form: HTMLFormElement, { fields, general }: FormFailure) {
  const isInput = (name: string) => form.elements.namedItem(name) !== null;
  const known = Object.entries(fields).filter(([name]) => isInput(name));
  return { errors: Object.fromEntries(known), general: known.length > 0 ? null : general };
}

/** Disabled inputs lose the focus. After a failure it goes to where the work goes on. */
function useFailures() {
  const form = useRef<HTMLFormElement>(null);
  const lastFocus = useRef<Element | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [general, setGeneral] = useState<string | null>(null);
  const [failures, setFailures] = useState(0);

  useEffect(() => {
    if (failures === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    const target = invalid ?? lastFocus.current;
    if (target instanceof HTMLElement) target.focus();
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
    if (errors[name]) setErrors(({ [name]: _gone, ...rest }) => rest);
  }

  return { form, errors, general, fail, clear, edited };
}

/**
 * A form that the browser keeps (autofill and password managers like that), checked when it is sent.
 * It cannot be sent twice at once; an error goes away with the next edit of its input.
 */
export function useForm<T>({ check, send }: UseFormOptions<T>) {
  const { form, errors, general, fail, clear, edited } = useFailures();
  const isBusy = useRef(false);
  const [isSubmitting, setSubmitting] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (isBusy.current) return;
    const { data, errors: found } = check(valuesOf(element));
    if (found) return fail(found, null);
    isBusy.current = true;
    clear();
    setSubmitting(true);
    const failure = await send(data, element).finally(() => {
      isBusy.current = false;
      setSubmitting(false);
    });
    if (!failure) return;
    const shown = split(element, failure);
    fail(shown.errors, shown.general);
  }

  return {
    isSubmitting,
    general,
    form: { ref: form, noValidate: true, onSubmit: submit, onInput: edited },
    field: (name: string) => ({ name, error: errors[name], disabled: isSubmitting }),
  };
}

// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { type FormCheck, type FormValues, withConfirmation } from "./form-values.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { type FormFailure, useForm } from "./use-form.ts";

interface Sent {
  data: FormValues;
  succeed: () => void;
  fail: (failure: FormFailure) => void;
}

const NO_FAILURE: FormFailure = { fields: {}, general: "" };

function Form({ sent }: { sent: Sent[] }) {
  const { form, field, general, isSubmitting } = useForm({
    check: (values): FormCheck<FormValues> =>
      values["name"] ? { data: values } : { errors: { name: "Name is required" } },
    send: (data) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      sent.push({ data, succeed: resolve, fail: reject });
      return promise;
    },
    failure: (error) => error as FormFailure,
  });
  return (
    <form {...form} aria-label="form">
      <TextField {...field("name")} label="Name" />
      <TextField {...field("city")} label="City" />
      <FormError>{general}</FormError>
      <Button type="submit">{isSubmitting ? "Sending" : "Send"}</Button>
    </form>
  );
}

function setUp() {
  const sent: Sent[] = [];
  renderInApp(<Form sent={sent} />);
  return sent;
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(input(label), { target: { value } });
const submit = () => fireEvent.submit(screen.getByLabelText("form"));
const general = () => screen.getByRole("alert").textContent;

test("invalid values are not sent: the error and each time the focus go to the input", () => {
  const sent = setUp();
  input("City").focus();
  expect(submit(), "the browser sends nothing either").toBe(false);
  expect(document.activeElement).toBe(input("Name"));
  input("City").focus();
  submit();
  expect(sent).toEqual([]);
  expect(screen.getByText("Name is required")).toBeTruthy();
  expect(input("Name").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(input("Name"));
});

test("editing an input removes its error", () => {
  setUp();
  submit();
  type("City", "Idar-Oberstein");
  expect(screen.queryByText("Name is required")).toBeTruthy();
  type("Name", "Opal");
  expect(screen.queryByText("Name is required")).toBeNull();
});

test.each(["password", "newPassword"])(
  "editing %s or its repetition removes the repetition's error",
  (name) => {
    const check = (values: FormValues): FormCheck<null> =>
      withConfirmation({ data: null }, values, name);
    function Passwords() {
      const { form, field } = useForm({ check, send: async () => {}, failure: () => NO_FAILURE });
      return (
        <form {...form} aria-label="form">
          <TextField {...field(name)} label="Password" />
          <TextField {...field("confirmPassword")} label="Again" />
        </form>
      );
    }
    renderInApp(<Passwords />);
    for (const label of ["Password", "Again"]) {
      type("Password", "12345678");
      type("Again", "1234567x");
      submit();
      expect(screen.getByText("Passwords do not match")).toBeTruthy();
      type(label, "12345678");
      expect(screen.queryByText("Passwords do not match"), label).toBeNull();
    }
  },
);

test("a form is sent once: until the answer its inputs are disabled and a second submit is ignored", async () => {
  const sent = setUp();
  type("Name", "Opal");
  submit();
  submit();
  expect(sent.map(({ data }) => data)).toEqual([{ name: "Opal", city: "" }]);
  expect(screen.queryByText("Name is required"), "disabled inputs send no value").toBeNull();
  expect(screen.getByRole("button").textContent).toBe("Sending");
  expect(input("Name").disabled).toBe(true);
  sent[0]?.succeed();
  await waitFor(() => expect(input("Name").disabled).toBe(false));
  submit();
  expect(sent).toHaveLength(2);
});

test("the server's refusal of a field is shown at its input, without a general error", async () => {
  const sent = setUp();
  type("Name", "Opal");
  submit();
  const fields = { city: "Unknown city", name: "Taken" };
  sent[0]?.fail({ fields, general: "Look again." });
  await waitFor(() => expect(screen.getByText("Unknown city")).toBeTruthy());
  expect(document.activeElement).toBe(input("Name"));
  expect(general()).toBe("");
  expect(input("Name").value).toBe("Opal");
  type("Name", "Ruby");
  expect(screen.queryByText("Taken")).toBeNull();
  expect(screen.getByText("Unknown city"), "not edited").toBeTruthy();
  submit();
  expect(screen.queryByText("Unknown city"), "until the next answer").toBeNull();
});

test("the form's own checks replace the browser's", () => {
  setUp();
  expect(screen.getByLabelText<HTMLFormElement>("form").noValidate).toBe(true);
});

test("the server's refusal of a field that the form does not have is shown above the button", async () => {
  const sent = setUp();
  type("Name", "Opal");
  input("Name").focus();
  submit();
  // A browser takes the focus from a disabled input.
  const elsewhere = document.body.appendChild(document.createElement("button"));
  elsewhere.focus();
  elsewhere.remove();
  sent[0]?.fail({ fields: { url: "Invalid address" }, general: "Look again." });
  await waitFor(() => expect(general()).toBe("Look again."));
  expect(document.activeElement).toBe(input("Name"));
  submit();
  expect(general()).toBe("");
});

test("the error of an input that has the focus already is an alert, each time it is refused", async () => {
  setUp();
  input("City").focus();
  submit();
  const error = screen.getByText("Name is required");
  expect(error.getAttribute("role"), "the move of the focus reads it").toBeNull();
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => void changes.push(...records));
  observer.observe(error, { childList: true });
  for (const count of [1, 2]) {
    submit();
    await waitFor(() => expect(changes.filter((one) => one.addedNodes.length)).toHaveLength(count));
    expect(error.getAttribute("role")).toBe("alert");
  }
});

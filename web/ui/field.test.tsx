// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { asTyped, TextAreaField, TextField } from "./field.tsx";
import { Select } from "./select.tsx";

const field = () => screen.getByLabelText("Details");
const descriptions = () =>
  (field().getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);

test.each([
  ["input", TextField],
  ["textarea", TextAreaField],
])(
  "an %s names its error first and its hint after it, and is invalid only with an error",
  (_tag, Field) => {
    const { rerender } = renderInApp(
      <Field label="Details" error="Too long" hint="Two sentences" />,
    );
    expect(descriptions()).toEqual(["Too long", "Two sentences"]);
    expect(field().getAttribute("aria-invalid")).toBe("true");
    rerender(<Field label="Details" error={null} hint="Two sentences" />);
    expect(descriptions()).toEqual(["Two sentences"]);
    expect(field().hasAttribute("aria-invalid")).toBe(false);
    rerender(<Field label="Details" />);
    expect(field().hasAttribute("aria-describedby")).toBe(false);
  },
);

test("a select names its error", () => {
  renderInApp(<Select label="Details" options={[]} error="Choose one" />);
  expect(descriptions()).toEqual(["Choose one"]);
  expect(field().getAttribute("aria-invalid")).toBe("true");
});

test("a phone neither capitalises nor corrects a name", () => {
  renderInApp(<TextField label="Details" {...asTyped} />);
  const attributes = ["autocapitalize", "autocorrect", "spellcheck"];
  expect(attributes.map((name) => field().getAttribute(name))).toEqual(["none", "off", "false"]);
});

import { expect, test } from "vitest";
import { signupRequest } from "#schema/api/auth.ts";
import { checkForm, withConfirmation } from "./form-values.ts";

const good = { username: "gem_fan", email: "", displayName: "", password: "long enough" };

test("accepted values are returned without empty optional inputs", () => {
  expect(checkForm(signupRequest, good).data).toEqual({
    username: "gem_fan",
    email: undefined,
    displayName: undefined,
    password: "long enough",
  });
});

test("a short password and a different confirmation are both reported", () => {
  const values = { ...good, password: "short", confirmPassword: "shirt" };
  const result = withConfirmation(checkForm(signupRequest, values), values, "password");
  expect(result.errors).toEqual({
    password: "Password must be at least 8 characters",
    confirmPassword: "Passwords do not match",
  });
});

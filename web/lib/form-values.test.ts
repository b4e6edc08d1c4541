import { expect, test } from "vitest";
import { signupRequest } from "#schema/api/auth.ts";
import { checked, withConfirmation } from "./form-values.ts";

const good = { username: "gem_fan", email: "", displayName: "", password: "long enough" };

test("a form that the schema accepts gives its data, with empty optional inputs absent", () => {
  expect(checked(signupRequest, good).data).toEqual({
    username: "gem_fan",
    email: undefined,
    displayName: undefined,
    password: "long enough",
  });
});

test("a short password and a confirmation that differs are both told at once", () => {
  const result = withConfirmation(checked(signupRequest, { ...good, password: "short" }), {
    password: "short",
    confirmation: "shirt",
  });
  expect(result.errors).toEqual({
    password: "Password must be at least 8 characters",
    confirmPassword: "Passwords do not match",
  });
});

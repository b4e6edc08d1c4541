import { useState } from "react";
import { isTooLongToLogIn, signupRequest } from "#schema/api/auth.ts";
import { formFailure } from "#web/api/api-error.ts";
import { checkForm, withConfirmation } from "#web/lib/form-values.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { asTyped, TextField } from "#web/ui/field.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Challenge } from "./challenge.tsx";
import { signupFailure, useSignup } from "./session.mutations.ts";
import { isChallenged } from "./turnstile.ts";

const LONG_EMAIL = "Too long to log in with: you will log in with your username";

export function SignupForm() {
  const signup = useSignup();
  const [attempts, setAttempts] = useState(0);
  const [isLongEmail, setIsLongEmail] = useState(false);
  const { form, field, general, isSubmitting } = useForm({
    check: (values) => withConfirmation(checkForm(signupRequest, values), values, "password"),
    send: (body) => signup.mutateAsync(body),
    failure: (error) => {
      setAttempts((count) => count + 1);
      return formFailure(error, signupFailure(error));
    },
  });

  return (
    <form {...form} className="flex flex-col gap-4">
      <TextField
        {...field("username")}
        {...asTyped}
        label="Username"
        autoComplete="username"
        hint="3 to 30 letters, numbers and underscores"
      />
      <TextField
        {...field("email")}
        {...asTyped}
        label="Email (optional)"
        type="email"
        autoComplete="email"
        onInput={({ currentTarget }) => setIsLongEmail(isTooLongToLogIn(currentTarget.value))}
        hint={isLongEmail ? LONG_EMAIL : undefined}
      />
      <TextField
        {...field("displayName")}
        label="Display Name (optional)"
        autoComplete="nickname"
      />
      <PasswordField
        {...field("password")}
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters"
      />
      <PasswordField
        {...field("confirmPassword")}
        label="Confirm Password"
        autoComplete="new-password"
      />
      {isChallenged() && <Challenge key={attempts} />}
      <FormError isInToast>{general}</FormError>
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? "Creating Account..." : "Create Account"}
      </Button>
    </form>
  );
}

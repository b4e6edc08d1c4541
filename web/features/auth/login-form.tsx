import { useState } from "react";
import { FREE_FAILURES, loginRequest } from "#schema/api/auth.ts";
import { ApiError, formFailure } from "#web/api/api-error.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { checkForm } from "#web/lib/form-values.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { asTyped, TextField } from "#web/ui/field.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { authMessages } from "./auth.messages.ts";
import { forgetName, rememberedName, rememberName } from "./remembered-name.ts";
import { Challenge } from "./challenge.tsx";
import { useLogin } from "./session.mutations.ts";
import { isChallenged } from "./turnstile.ts";

export function LoginForm() {
  const login = useLogin();
  const [failures, setFailures] = useState(0);
  const { form, field, general, isSubmitting } = useForm({
    check: (values) => checkForm(loginRequest, values),
    send: async (body, element) => {
      const remember = new FormData(element).has("remember");
      await login.mutateAsync(body);
      if (remember) rememberName(body.username);
      else forgetName();
    },
    failure: (error) => {
      const isAsked = error instanceof ApiError && error.code === "auth.challenge_failed";
      setFailures((count) => (isAsked ? Math.max(count, FREE_FAILURES - 1) : count) + 1);
      return formFailure(error, authMessages.loginFailed);
    },
  });

  return (
    <form {...form} className="flex flex-col gap-4">
      <TextField
        {...field("username")}
        label="Username or Email"
        autoComplete="username"
        {...asTyped}
        defaultValue={rememberedName()}
      />
      <PasswordField {...field("password")} label="Password" autoComplete="current-password" />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          name="remember"
          label="Remember me"
          defaultChecked={rememberedName() !== ""}
          disabled={isSubmitting}
        />
        <button
          type="button"
          className="hit text-sm text-quiet underline underline-offset-2 hover:text-text"
          onClick={() =>
            showToast({
              title: authMessages.comingSoon,
              description: "Password recovery is not available yet.",
            })
          }
        >
          Forgot password?
        </button>
      </div>
      {isChallenged() && failures >= FREE_FAILURES && <Challenge key={failures} />}
      <FormError isInToast>{general}</FormError>
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? "Signing In..." : "Sign In"}
      </Button>
    </form>
  );
}

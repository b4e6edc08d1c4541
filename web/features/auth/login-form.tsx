import { useQueryClient } from "@tanstack/react-query";
import { loginRequest } from "#schema/api/auth.ts";
import { tellFormFailure } from "#web/features/toasts/tell-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { checked } from "#web/lib/form-values.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { authMessages } from "./auth.messages.ts";
import { forgetName, rememberedName, rememberName } from "./remembered-name.ts";
import { signIn } from "./session.actions.ts";

export function LoginForm() {
  const client = useQueryClient();
  const { form, field, general, isSubmitting } = useForm({
    check: (values) => checked(loginRequest, values),
    send: async (body, element) => {
      const remember = new FormData(element).has("remember");
      try {
        await signIn(client, body);
      } catch (error) {
        return tellFormFailure(error, authMessages.loginFailed);
      }
      if (remember) rememberName(body.username);
      else forgetName();
      showToast({ title: authMessages.loggedIn, tone: "success" });
      return null;
    },
  });

  return (
    <form {...form} className="flex flex-col gap-4">
      <TextField
        {...field("username")}
        label="Username or Email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={rememberedName()}
      />
      <PasswordField {...field("password")} label="Password" autoComplete="current-password" />
      <div className="flex items-center justify-between gap-4">
        <Checkbox name="remember" label="Remember me" defaultChecked={rememberedName() !== ""} />
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
      <FormError>{general}</FormError>
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? "Signing In..." : "Sign In"}
      </Button>
    </form>
  );
}

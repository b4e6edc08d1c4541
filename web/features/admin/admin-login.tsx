import { adminLoginRequest } from "#schema/api/admin.ts";
import { formFailure } from "#web/api/api-error.ts";
import { checkForm } from "#web/lib/form-values.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Icon } from "#view/icon.tsx";
import { AccountName, PasswordField } from "#web/ui/password-field.tsx";
import { useAdminLogin } from "./admin.mutations.ts";
import { adminMessages } from "./admin.messages.ts";

export function AdminLogin({ hasEnded }: { hasEnded: boolean }) {
  const login = useAdminLogin();
  const { form, field, general, isSubmitting } = useForm({
    check: (values) => checkForm(adminLoginRequest, values),
    send: (body) => login.mutateAsync(body),
    failure: (error) => formFailure(error, adminMessages.loginFailed),
  });
  return (
    <section className="m-auto w-full max-w-[400px] px-4 py-12">
      <span className="mb-4 grid size-14 place-items-center rounded-full bg-raised text-citrine">
        <Icon name="lock" size={26} />
      </span>
      <h1 className="font-display text-xl font-extrabold">Admin</h1>
      <p className="mt-1 mb-6 text-sm text-quiet">
        {hasEnded ? adminMessages.ended : "For whoever runs this site."}
      </p>
      <form {...form} className="flex flex-col gap-4">
        <AccountName value="admin" />
        <PasswordField
          {...field("password")}
          label="Admin password"
          autoComplete="current-password"
        />
        <FormError isInToast>{general}</FormError>
        <Button type="submit" size="lg" disabled={isSubmitting}>
          {isSubmitting ? "Signing In..." : "Sign In"}
        </Button>
      </form>
    </section>
  );
}

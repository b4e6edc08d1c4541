import { changePasswordRequest } from "#schema/api/account.ts";
import { checkForm, withConfirmation } from "#web/lib/form-values.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { PanelDialog } from "#web/ui/panel-dialog.tsx";
import { AccountName, PasswordField } from "#web/ui/password-field.tsx";
import { passwordChangeFailure, useChangePassword } from "./account.mutations.ts";
import { passwordFailure } from "./password-failure.ts";

export function PasswordDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const change = useChangePassword();
  const { form, field, general, isSubmitting } = useForm({
    check: (values) =>
      withConfirmation(checkForm(changePasswordRequest, values), values, "newPassword"),
    send: async (body, form) => {
      await change.mutateAsync(body);
      // Not if it was cancelled meanwhile: `onClose` would close the dialog that is open now.
      if (form.isConnected) onClose();
    },
    failure: (error) => passwordFailure(error, "currentPassword", passwordChangeFailure(error)),
  });
  return (
    <PanelDialog onClose={onClose} title="Change password">
      <form {...form} className="flex flex-col gap-4">
        <AccountName value={username} />
        <PasswordField
          {...field("currentPassword")}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField
          {...field("newPassword")}
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters"
        />
        <PasswordField
          {...field("confirmPassword")}
          label="Confirm new password"
          autoComplete="new-password"
        />
        <FormError isInToast>{general}</FormError>
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? "Saving..." : "Change password"}
          </Button>
        </div>
      </form>
    </PanelDialog>
  );
}
